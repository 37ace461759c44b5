// The house and its guests, through nothing but the generated types and openapi-fetch.
import createClient, { type Client } from "openapi-fetch";
import type { components, paths } from "./croupier.js";

export type Croupier = Client<paths>;
export type Stacks = Record<number, number>;
type Problem = components["schemas"]["Problem"];

/** The answer of a request that has to be done. */
export async function done<T>(asked: Promise<{ data?: T; error?: Problem }>): Promise<NonNullable<T>> {
  const { data, error } = await asked;
  if (error || data === undefined || data === null) throw new Error(JSON.stringify(error));
  return data;
}

/** The code by which a request was refused. */
export async function refused(asked: Promise<{ error?: Problem }>): Promise<string> {
  const { error } = await asked;
  if (!error) throw new Error("it was done");
  return error.code;
}

/** The events of that type, with the fields that it has. */
export function all<E extends { type: string }, K extends E["type"]>(type: K, events: readonly E[]) {
  return events.filter((event): event is Extract<E, { type: K }> => event.type === type);
}

/** The one event of that type. */
export function the<E extends { type: string }, K extends E["type"]>(type: K, events: readonly E[]) {
  const [found, ...more] = all(type, events);
  if (!found || more.length > 0) throw new Error(`not one ${type}`);
  return found;
}

/** What is expected is so. */
export function same<T>(found: T, expected: T): void {
  const [is, should] = [JSON.stringify(found), JSON.stringify(expected)];
  if (is !== should) throw new Error(`${is} instead of ${should}`);
}

/** An operator. */
export class House {
  readonly client: Croupier;

  constructor(
    readonly url: string,
    key: string,
  ) {
    this.client = this.#client(key);
  }

  #client(bearer: string): Croupier {
    return createClient<paths>({ baseUrl: this.url, headers: { Authorization: `Bearer ${bearer}` } });
  }

  /** A new player, who has sat down with all that he has: his client. */
  async seat(table: string, seat: number, chips: number): Promise<Croupier> {
    const { player } = await done(this.client.POST("/v1/players"));
    const wallet = { params: { path: { player } } };
    const paid = await done(
      this.client.POST("/v1/wallets/{player}/deposits", { ...wallet, body: { amount: chips } }),
    );
    same(paid.balance, chips);
    const { token } = await done(this.client.POST("/v1/players/{player}/tokens", wallet));
    const client = this.#client(token);
    const at = { params: { path: { table } } };
    await done(client.POST("/v1/tables/{table}/take-seat", { ...at, body: { seat, buy_in: chips } }));
    return client;
  }

  /** What the seats of a table have after its one round, by which its last entry has to have ended. */
  async stacks(table: string): Promise<Stacks> {
    const params = { path: { table }, query: { event: "round-ended" } };
    const happened = await done(this.client.GET("/v1/tables/{table}/events", { params }));
    const [ended] = happened.entries.slice(-1);
    const events: readonly { type: string }[] = ended?.events ?? [];
    same(events.filter((event) => event.type === "round-ended").length, 1);
    const at_least = ended?.position ?? -1;
    const { view } = await done(
      this.client.GET("/v1/tables/{table}", { params: { path: { table }, query: { at_least } } }),
    );
    return Object.fromEntries(view.seats.map(({ seat, stack }) => [seat, stack]));
  }
}
