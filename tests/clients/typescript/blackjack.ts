// A round of blackjack after which the bank is sold, as docs/games/blackjack.md has it.
import { done, refused, same, the, type Croupier, type House, type Stacks } from "./house.js";

const CARDS = ["9C", "AD", "8H", "TC", "JD", "TH"];

export async function blackjack(house: House): Promise<Stacks> {
  const fixed = { decks: [CARDS], banker: 1 };
  const { table } = await done(
    house.client.POST("/v1/tables", { body: { game: "blackjack", limits: {}, fixed } }),
  );
  const [ann, bob, cyd] = [
    await house.seat(table, 1, 30),
    await house.seat(table, 3, 20),
    await house.seat(table, 5, 20),
  ];
  const at = { params: { path: { table } } };
  await done(ann.POST("/v1/tables/{table}/blackjack/start-round", at));
  await heSeesHisOwnCardAlone(table, bob);
  const stake = "/v1/tables/{table}/blackjack/stake";
  same(await refused(cyd.POST(stake, { ...at, body: { amount: 2 } })), "not-your-turn");
  await done(bob.POST(stake, { ...at, body: { amount: 2 } }));
  await done(cyd.POST(stake, { ...at, body: { amount: 3 } }));
  await done(ann.POST("/v1/tables/{table}/blackjack/double", at));
  await done(bob.POST("/v1/tables/{table}/blackjack/no-redouble", at));
  const natural = await done(cyd.POST("/v1/tables/{table}/blackjack/redouble", at));
  same(the("hand-settled", natural.events).profit, 24);
  await done(bob.POST("/v1/tables/{table}/blackjack/stand", at));
  const ended = await done(ann.POST("/v1/tables/{table}/blackjack/stand", at));
  same(the("bank-won", ended.events).seat, 5);
  await done(cyd.POST("/v1/tables/{table}/blackjack/sell-bank", { ...at, body: { to: 3, price: 4 } }));
  const sold = await done(bob.POST("/v1/tables/{table}/blackjack/buy-bank", at));
  same(the("bank-sold", sold.events).price, 4);
  return house.stacks(table);
}

async function heSeesHisOwnCardAlone(table: string, bob: Croupier): Promise<void> {
  const { view, options } = await done(bob.GET("/v1/tables/{table}", { params: { path: { table } } }));
  if (view.game !== "blackjack") throw new Error(view.game);
  const [own, other] = view.play.hands;
  same([own?.cards[0]?.card, other?.cards[0]?.card], ["9C", null]);
  same(options.map(({ command }) => command).sort(), ["contribute", "leave", "stake"]);
}
