// A round of fan-tan whose bank is short, as docs/games/fan-tan.md has it.
import { all, done, refused, same, the, type House, type Stacks } from "./house.js";

const CARDS = { draw: ["9C", "KD", "4S"], decks: [[]], cuts: [21] };

export async function fanTan(house: House): Promise<Stacks> {
  const limits = { min: 1, max: 100 };
  const { table } = await done(
    house.client.POST("/v1/tables", { body: { game: "fan-tan", limits, fixed: CARDS } }),
  );
  const [ann, bob, cid] = [
    await house.seat(table, 1, 100),
    await house.seat(table, 2, 200),
    await house.seat(table, 3, 100),
  ];
  const at = { params: { path: { table } } };
  const banked = await done(bob.POST("/v1/tables/{table}/fan-tan/set-bank", { ...at, body: { amount: 50 } }));
  same([banked.view.banker, banked.view.bank], [2, 50]);
  await done(bob.POST("/v1/tables/{table}/fan-tan/start-round", at));
  const place = "/v1/tables/{table}/fan-tan/place-bet";
  await done(ann.POST(place, { ...at, body: { on: "1-2", stake: 30 } }));
  await done(ann.POST(place, { ...at, body: { on: "3", stake: 5 } }));
  await done(cid.POST(place, { ...at, body: { on: "1", stake: 10 } }));
  const own = bob.POST(place, { ...at, body: { on: "4", stake: 10 } });
  same(await refused(own), "banker-may-not-bet");
  const cut = await done(bob.POST("/v1/tables/{table}/fan-tan/cut", at));
  same(the("pack-cut", cut.events).number, 1);
  const settled = all("bet-settled", cut.events).map(({ on, outcome, profit }) => ({ on, outcome, profit }));
  same(settled, [
    { on: "3", outcome: "lost", profit: -5 },
    { on: "1", outcome: "won", profit: 30 },
    { on: "1-2", outcome: "paid-short", profit: 25 },
  ]);
  same(the("bank-passed", cut.events).to, 3);
  return house.stacks(table);
}
