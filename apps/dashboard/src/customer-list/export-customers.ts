import { answerOf, api } from '../api/client';
import { ApiProblem } from '../api/problem';
import type { CustomerPageDto } from '../api/schema';
import { CSV_HEAD, csvLine } from './csv';
import { type ListSearch, toListQuery } from './list-search';

const LARGEST_PAGE = 200;
/** The export of a large shop needs more requests than the rate limit allows in a minute. */
const WAIT_MS = 5000;

/**
 * Returns the whole list as a CSV file. It fetches page after page.
 * @param onProgress receives the number of customers after each page.
 * @throws ApiProblem if a page fails; the reason of the signal if the user stopped the export.
 */
export async function exportCustomers(search: ListSearch, onProgress: (count: number) => void, signal: AbortSignal): Promise<Blob> {
  const parts = [CSV_HEAD];
  let count = 0;
  for (let cursor: string | null | undefined; cursor !== null;) {
    const { data, pagination } = await readPage(search, cursor, signal);
    parts.push(data.map(csvLine).join(''));
    count += data.length;
    onProgress(count);
    cursor = pagination.next_cursor;
  }
  // Spreadsheets read the file as UTF-8 only with a byte order mark.
  return new Blob(['\uFEFF', ...parts], { type: 'text/csv;charset=utf-8' });
}

async function readPage(search: ListSearch, cursor: string | undefined, signal: AbortSignal): Promise<CustomerPageDto> {
  for (;;) {
    signal.throwIfAborted();
    try {
      const query = { ...toListQuery(search), limit: LARGEST_PAGE, ...(cursor !== undefined && { cursor }) };
      return await answerOf(api.GET('/dashboard/customers', { params: { query }, signal }));
    } catch (error) {
      if (!(error instanceof ApiProblem) || error.status !== 429) throw error;
      await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
    }
  }
}
