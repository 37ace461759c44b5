// Lints a document by Redocly's rules `recommended`, as they come, and prints what they find as JSON.
// `node redocly.mjs FILE`; it is the engine of `redocly lint`, without all else that its program brings.
import { createConfig, lint } from "@redocly/openapi-core";

const config = await createConfig({ extends: ["recommended"] });
const problems = await lint({ ref: process.argv[2], config });
const told = problems.map(({ severity, ruleId, message, location }) => ({
  severity,
  ruleId,
  message,
  at: location.map(({ pointer }) => pointer),
}));
console.log(JSON.stringify(told));
