// Parses an AsyncAPI document, and prints what is wrong with it as JSON: `node asyncapi.mjs FILE`.
import { readFileSync } from "node:fs";
import { Parser } from "@asyncapi/parser";

const { diagnostics } = await new Parser().parse(readFileSync(process.argv[2], "utf8"));
const told = diagnostics.map(({ severity, code, message, path }) => ({ severity, code, message, at: path }));
console.log(JSON.stringify(told));
