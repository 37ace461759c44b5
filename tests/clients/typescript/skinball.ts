// A round of Skinball with a side bet, as docs/games/skinball.md has it.
import { done, refused, same, the, type Croupier, type House, type Stacks } from "./house.js";

const CARDS = ["4S", "QD", "8H", "8D", "QH"];

export async function skinball(house: House): Promise<Stacks> {
  const fixed = { decks: [CARDS], banker: 1 };
  const { table } = await done(
    house.client.POST("/v1/tables", { body: { game: "skinball", limits: { min: 1, max: 100 }, fixed } }),
  );
  const [ann, bob, cid] = [
    await house.seat(table, 1, 100),
    await house.seat(table, 2, 100),
    await house.seat(table, 3, 100),
  ];
  const at = { params: { path: { table } } };
  await done(ann.POST("/v1/tables/{table}/skinball/start-round", at));
  await cardsAreTaken(table, ann, bob, cid);
  await theyBetAside(table, bob, cid);
  const dealt = await done(ann.POST("/v1/tables/{table}/skinball/deal", at));
  same(the("bet-settled", dealt.events).outcome, "lost");
  same(the("side-bet-settled", dealt.events).profit, 20);
  same(the("pair-discarded", dealt.events).holder, 2);
  const last = await done(ann.POST("/v1/tables/{table}/skinball/deal", at));
  const { seat, profit, charge } = the("bet-settled", last.events);
  same([seat, profit, charge, last.view.banker], [3, 49, 1, 3]);
  return house.stacks(table);
}

/** Cid has the first card and Bob the third; the banker takes 50 of what Cid stakes, and all of Bob's. */
async function cardsAreTaken(table: string, ann: Croupier, bob: Croupier, cid: Croupier): Promise<void> {
  const at = { params: { path: { table } } };
  const deal = () => done(ann.POST("/v1/tables/{table}/skinball/deal", at));
  const accept = (client: Croupier) => done(client.POST("/v1/tables/{table}/skinball/accept-card", at));
  const stake = (client: Croupier, amount: number) =>
    done(client.POST("/v1/tables/{table}/skinball/stake", { ...at, body: { amount } }));
  const cover = (amount: number) =>
    done(ann.POST("/v1/tables/{table}/skinball/cover", { ...at, body: { amount } }));
  const { play } = (await deal()).view;
  same([play.offered, play.turn], ["4S", 3]);
  await accept(cid);
  await deal();
  await stake(cid, 60);
  await cover(50);
  await deal();
  await accept(bob);
  await stake(bob, 10);
  const early = cid.POST("/v1/tables/{table}/skinball/offer-side-bet", { ...at, body: { against: 2, amount: 30 } });
  same(await refused(early), "bet-banker-first");
  await cover(10);
}

async function theyBetAside(table: string, bob: Croupier, cid: Croupier): Promise<void> {
  const at = { params: { path: { table } } };
  const proposed = await done(
    cid.POST("/v1/tables/{table}/skinball/offer-side-bet", { ...at, body: { against: 2, amount: 30 } }),
  );
  const { offer } = the("side-bet-offered", proposed.events);
  const taken = await done(
    bob.POST("/v1/tables/{table}/skinball/accept-side-bet", { ...at, body: { offer, amount: 20 } }),
  );
  same(the("side-bet-made", taken.events).stake, 20);
}
