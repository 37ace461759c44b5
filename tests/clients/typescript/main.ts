// node main.js GAME URL KEY: plays a round of the game; prints what the seats have after it, as JSON.
import { baccarat } from "./baccarat.js";
import { blackjack } from "./blackjack.js";
import { fanTan } from "./fanTan.js";
import { House, type Stacks } from "./house.js";
import { skinball } from "./skinball.js";
import { slipperySam } from "./slipperySam.js";

declare const process: { argv: string[] };

const GAMES: Record<string, (house: House) => Promise<Stacks>> = {
  baccarat,
  blackjack,
  "fan-tan": fanTan,
  skinball,
  "slippery-sam": slipperySam,
};

const [game = "", url = "", key = ""] = process.argv.slice(2);
const play = GAMES[game];
if (!play) throw new Error(`no game: ${game}`);
console.log(JSON.stringify(await play(new House(url, key))));
