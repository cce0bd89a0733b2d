import { Link } from '@tanstack/react-router';
import { useFormat } from '../../api/me';
import type { DeliveryDto } from '../../api/schema';
import { Table, Td, Th, Tr } from '../../components/ui/table';
import { DeliveryStatus } from './delivery-status';
import { whyNot } from './delivery-words';
import type { DeliveryFilter } from './queries';
import { deliveryText as t } from './text';

const NO_FILTERS: DeliveryFilter = {};

interface Props {
  readonly deliveries: readonly DeliveryDto[];
  /** Hides the columns that are the same for all deliveries of a campaign. */
  readonly isOfCampaign?: boolean;
  /** Filters that stay set when a delivery is opened. */
  readonly filters?: DeliveryFilter;
}

export function DeliveryTable({ deliveries, isOfCampaign = false, filters = NO_FILTERS }: Props) {
  return (
    <Table>
      <thead>
        <tr>
          <Th>{isOfCampaign ? t.columns.when : t.columns.what}</Th>
          <Th>{t.columns.status}</Th>
          {!isOfCampaign && <Th className="hidden md:table-cell">{t.columns.customer}</Th>}
          <Th className="hidden lg:table-cell">{t.columns.attempts}</Th>
          <Th className="hidden sm:table-cell">{t.columns.answer}</Th>
          {!isOfCampaign && <Th className="hidden sm:table-cell">{t.columns.when}</Th>}
        </tr>
      </thead>
      <tbody>
        {deliveries.map((delivery) => (
          <DeliveryLine key={delivery.id} delivery={delivery} isOfCampaign={isOfCampaign} filters={filters} />
        ))}
      </tbody>
    </Table>
  );
}

interface LineProps extends Required<Omit<Props, 'deliveries'>> {
  readonly delivery: DeliveryDto;
}

function DeliveryLine({ delivery, isOfCampaign, filters }: LineProps) {
  const format = useFormat();
  const { id, event, status, created_at: at } = delivery;
  const what = isOfCampaign ? format.dateTime(at) : t.events[event];
  return (
    <Tr className="hover:bg-subtle/60">
      <Td className="whitespace-nowrap">
        <Link
          to="/webhooks"
          search={{ ...filters, tab: 'deliveries', delivery: id, ...(isOfCampaign && { campaign: delivery.campaign_id ?? undefined }) }}
          className="font-medium hover:text-accent hover:underline"
        >
          {what}
        </Link>
        {!isOfCampaign && <span className="block text-xs text-muted sm:hidden">{format.dateTime(at)}</span>}
      </Td>
      <Td>
        <DeliveryStatus status={status} />
      </Td>
      {!isOfCampaign && <Td className="hidden max-w-48 font-mono text-[0.8125rem] wrap-anywhere md:table-cell">{delivery.customer_id}</Td>}
      <Td className="hidden tabular-nums lg:table-cell">{t.attempts(delivery.attempts, delivery.max_attempts)}</Td>
      <Td className="hidden max-w-72 sm:table-cell">
        <span className="tabular-nums">{delivery.last_status_code}</span> <span className="text-muted">{whyNot(delivery)}</span>
      </Td>
      {!isOfCampaign && <Td className="hidden whitespace-nowrap text-muted sm:table-cell">{format.dateTime(at)}</Td>}
    </Tr>
  );
}
