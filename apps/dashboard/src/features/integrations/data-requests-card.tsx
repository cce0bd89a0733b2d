import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { answerOf, api } from '../../api/client';
import { useFormat, useMe } from '../../api/me';
import type { DataRequestDto } from '../../api/schema';
import { saveFile } from '../../components/save-file';
import { Alert } from '../../components/ui/alert';
import { Button } from '../../components/ui/button';
import { Card, CardBody, CardHeader } from '../../components/ui/card';
import { Table, Td, Th, Tr } from '../../components/ui/table';
import { problemText } from '../../text/problem-text';
import { dataRequestsQuery } from './queries';
import { text } from './text';

const t = text.dataRequests;

/** Lists customers who asked for their data through the platform. Hidden while the list is empty: most shops never get such a request. */
export function DataRequestsCard() {
  const isOwner = useMe().user.role === 'owner';
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({ ...dataRequestsQuery, enabled: isOwner });
  const requests = data?.pages.flatMap((page) => page.data);
  if (!isOwner || requests?.length === 0 || (data === undefined && error === null)) return null;
  return (
    <Card>
      <CardHeader title={t.title} description={t.body} />
      {error !== null && (
        <CardBody>
          <Alert kind="bad">{problemText(error)}</Alert>
        </CardBody>
      )}
      {requests !== undefined && <Requests requests={requests} />}
      {hasNextPage && (
        <CardBody>
          <Button look="secondary" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t.more}
          </Button>
        </CardBody>
      )}
    </Card>
  );
}

function Requests({ requests }: { readonly requests: readonly DataRequestDto[] }) {
  const format = useFormat();
  const queries = useQueryClient();
  const download = useMutation({
    mutationFn: ({ id }: DataRequestDto) =>
      answerOf(api.GET('/integrations/data-requests/{request_id}', { params: { path: { request_id: id } } })),
    onSuccess: (data, { external_id: customer }) => {
      saveFile(new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }), `customer-data-${fileName(customer)}.json`);
      return queries.invalidateQueries({ queryKey: dataRequestsQuery.queryKey });
    },
  });
  return (
    <>
      {download.error !== null && (
        <Alert kind="bad" className="mx-5 mb-3">
          {problemText(download.error)}
        </Alert>
      )}
      <Table>
        <thead>
          <tr>
            <Th>{t.customer}</Th>
            <Th>{t.asked}</Th>
            <Th>{t.downloaded}</Th>
            <Th>
              <span className="sr-only">{t.download}</span>
            </Th>
          </tr>
        </thead>
        <tbody>
          {requests.map((request) => (
            <Tr key={request.id}>
              <Td className="max-w-48 font-medium wrap-anywhere">{request.external_id}</Td>
              <Td>{format.dateTime(request.requested_at)}</Td>
              <Td>{request.fetched_at === null ? t.notYet : format.dateTime(request.fetched_at)}</Td>
              <Td className="text-right">
                <Button
                  look="secondary"
                  size="small"
                  busy={download.isPending && download.variables.id === request.id}
                  aria-label={t.downloadOf(request.external_id)}
                  onClick={() => download.mutate(request)}
                >
                  <Download aria-hidden />
                  {t.download}
                </Button>
              </Td>
            </Tr>
          ))}
        </tbody>
      </Table>
    </>
  );
}

/** Replaces the characters of an identifier that a file name cannot have. */
const fileName = (customer: string): string => customer.replaceAll(/[^\w.-]/g, '_').slice(0, 60);
