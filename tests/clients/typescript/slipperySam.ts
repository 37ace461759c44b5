// A round of Slippery Sam: one bets at once and loses, the other buys an upcard and beats the next.
import { done, refused, same, the, type House, type Stacks } from "./house.js";

const CARDS = ["2C", "9D", "4C", "5C", "6C", "7C", "8H", "3D"];

export async function slipperySam(house: House): Promise<Stacks> {
  const fixed = { decks: [CARDS], banker: 1 };
  const { table } = await done(
    house.client.POST("/v1/tables", { body: { game: "slippery-sam", limits: { min: 1 }, fixed } }),
  );
  const [ann, bob, cid] = [
    await house.seat(table, 1, 100),
    await house.seat(table, 2, 100),
    await house.seat(table, 3, 100),
  ];
  const at = { params: { path: { table } } };
  await done(ann.POST("/v1/tables/{table}/slippery-sam/set-bank", { ...at, body: { amount: 18 } }));
  const { play } = (await done(ann.POST("/v1/tables/{table}/slippery-sam/start-round", at))).view;
  same([play.upcard, play.turn?.seat, play.turn?.price], ["8H", 2, 4]);
  same(await refused(bob.POST("/v1/tables/{table}/slippery-sam/pass", at)), "may-not-pass");
  const bet = "/v1/tables/{table}/slippery-sam/bet";
  const lost = the("bet-settled", (await done(bob.POST(bet, { ...at, body: { stake: 1 } }))).events);
  same([lost.outcome, ...lost.shown], ["lost", "2C", "4C", "6C"]);
  const bought = await done(cid.POST("/v1/tables/{table}/slippery-sam/buy-upcard", at));
  same(the("upcard-refused", bought.events).price, 4);
  const won = the("bet-settled", (await done(cid.POST(bet, { ...at, body: { stake: 20 } }))).events);
  same([won.outcome, ...won.shown], ["won", "9D"]);
  return house.stacks(table);
}
