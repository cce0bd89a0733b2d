import type {
  ChurnDetailDto,
  CustomerAliasesDto,
  CustomerDto,
  CustomerPageDto,
  CustomerTraitsDto,
  CustomerWithTraitsDto,
  ErasureDto,
  TimelinePageDto,
} from '../generated/api.js';
import type { InputOf } from '../http/operations.js';
import type { CallOptions, HttpCaller } from '../http/http-caller.js';

/** Filters and order of a list of customers. `limit` is the size of a page, from 1 to 200. */
export type CustomerFilter = NonNullable<InputOf<'GET /customers'>['query']>;

/** The largest page of the service: all customers in as few requests of the plan's minute as possible. */
const LARGEST_PAGE = 200;

/** Reads customers and their scores. Ids are your own, as sent in `customer_id` of events. */
export class Customers {
  constructor(private readonly http: HttpCaller) {}

  /**
   * Yields all customers that match the filter, in the order of their creation, and loads pages as the loop continues. Each customer comes
   * exactly once. With another `sort`, a customer that changes its rank while the loop continues can be missed or come twice.
   */
  async *list(filter: CustomerFilter = {}, options?: CallOptions): AsyncGenerator<CustomerDto, void, undefined> {
    let { cursor } = filter;
    // A cursor without a sort comes from a page in the default order of the service.
    const all: CustomerFilter = {
      ...(cursor === undefined && { sort: 'created_asc' }),
      ...filter,
      limit: filter.limit ?? LARGEST_PAGE,
    };
    for (;;) {
      const { data, pagination } = await this.page({ ...all, cursor }, options);
      yield* data;
      if (pagination.next_cursor === null) return;
      cursor = pagination.next_cursor;
    }
  }

  /** Returns one page; `pagination.next_cursor` is the `cursor` of the next. */
  page(filter: CustomerFilter = {}, options?: CallOptions): Promise<CustomerPageDto> {
    return this.http.call('GET /customers', { query: filter }, options);
  }

  /** @throws ChurnApiError 404 when no event has named the customer. */
  get(externalId: string, options?: CallOptions): Promise<CustomerWithTraitsDto> {
    return this.http.call('GET /customers/{external_id}', { path: { external_id: externalId } }, options);
  }

  /** Returns the score with its features, reasons and history. @throws ChurnApiError 404 when no event has named the customer. */
  churn(externalId: string, options?: CallOptions): Promise<ChurnDetailDto> {
    return this.http.call('GET /customers/{customer_id}/churn', { path: { customer_id: externalId } }, options);
  }

  /**
   * Returns a page of what happened with a customer, the latest first: orders, score changes, campaigns and webhook events.
   * @throws ChurnApiError 404 when no event has named the customer.
   */
  timeline(
    externalId: string,
    page: { readonly limit?: number; readonly cursor?: string } = {},
    options?: CallOptions,
  ): Promise<TimelinePageDto> {
    return this.http.call('GET /customers/{external_id}/timeline', { path: { external_id: externalId }, query: page }, options);
  }

  /** Returns which customer has each of the orders, at most 1000; unknown orders are left out. */
  async byOrders(orderIds: readonly string[], options?: CallOptions): Promise<ReadonlyMap<string, string>> {
    const { data } = await this.http.call('POST /customers/by-orders', { body: { order_ids: [...orderIds] } }, options);
    return new Map(data.map(({ order_id: orderId, external_id: externalId }) => [orderId, externalId]));
  }

  /** Returns those of the customers, at most 1000, that any event has named. */
  async known(externalIds: readonly string[], options?: CallOptions): Promise<readonly string[]> {
    return (await this.http.call('POST /customers/known', { body: { customer_ids: [...externalIds] } }, options)).data;
  }

  /**
   * Sets numeric traits of a customer; null removes one, and those left out stay.
   * @throws ChurnApiError 404 when no event has named the customer, 409 for more than 20 names of all customers.
   */
  setTraits(externalId: string, traits: Readonly<Record<string, number | null>>, options?: CallOptions): Promise<CustomerTraitsDto> {
    return this.http.call('PUT /customers/{external_id}/traits', { path: { external_id: externalId }, body: { ...traits } }, options);
  }

  /**
   * Joins another identifier of the same person to the customer: both have one score from then on. Repeating it changes nothing.
   * @throws ChurnApiError 404 when neither is known, 409 when the two cannot be joined.
   */
  join(externalId: string, alias: string, options?: CallOptions): Promise<CustomerAliasesDto> {
    return this.http.call('POST /customers/{external_id}/aliases', { path: { external_id: externalId }, body: { alias } }, options);
  }

  /** Takes an alias back, within 30 days. @throws ChurnApiError 404 when the customer has no such alias, 409 when it is too late. */
  separate(externalId: string, alias: string, options?: CallOptions): Promise<CustomerAliasesDto> {
    return this.http.call('DELETE /customers/{external_id}/aliases/{alias}', { path: { external_id: externalId, alias } }, options);
  }

  /** Erases everything about a customer and its aliases; `jobs.wait` waits for the job. @throws ChurnApiError 404 when nothing is stored. */
  erase(externalId: string, options?: CallOptions): Promise<ErasureDto> {
    return this.http.call('DELETE /customers/{external_id}', { path: { external_id: externalId } }, options);
  }
}
