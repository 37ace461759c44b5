// A coup of punto banco, as docs/games/baccarat.md has it.
import { all, done, refused, same, the, type House, type Stacks } from "./house.js";

const CARDS = ["5S", "KD", "QC", "3H", "TC", "6D"];

export async function baccarat(house: House): Promise<Stacks> {
  const limits = { min: 5, max: 500 };
  const { table } = await done(
    house.client.POST("/v1/tables", { body: { game: "baccarat", limits, fixed: { decks: [CARDS] } } }),
  );
  const [ann, bob] = [await house.seat(table, 1, 200), await house.seat(table, 4, 100)];
  const at = { params: { path: { table } } };
  await done(house.client.POST("/v1/tables/{table}/baccarat/start-round", at));
  const place = "/v1/tables/{table}/baccarat/place-bet";
  const bet = await done(ann.POST(place, { ...at, body: { on: "banker", stake: 105 } }));
  same(bet.view.play.bets[0]?.stake, 105);
  const tooMuch = bob.POST(place, { ...at, body: { on: "tie", stake: 101 } });
  same(await refused(tooMuch), "insufficient-chips");
  await done(bob.POST(place, { ...at, body: { on: "tie", stake: 10 } }));
  await done(bob.POST("/v1/tables/{table}/baccarat/withdraw-bet", { ...at, body: { on: "tie" } }));
  await done(bob.POST(place, { ...at, body: { on: "player", stake: 40 } }));
  const dealt = await done(house.client.POST("/v1/tables/{table}/baccarat/deal", at));
  same(the("coup-decided", dealt.events).winner, "banker");
  const settled = all("bet-settled", dealt.events).map(({ outcome, charge }) => ({ outcome, charge }));
  same(settled, [
    { outcome: "won", charge: 6 },
    { outcome: "lost", charge: 0 },
  ]);
  return house.stacks(table);
}
