import { X } from 'lucide-react';
import { FormField } from '../../components/form-field';
import { Button } from '../../components/ui/button';
import { Input } from '../../components/ui/input';
import { Select } from '../../components/ui/select';
import type { DeliveryFilter } from '../../shared/deliveries/queries';
import { deliveryText } from '../../shared/deliveries/text';
import { DayFilter } from './day-filter';
import { EVENTS, STATUSES } from './search';
import { text } from './text';

const t = text.deliveries.filters;
const ALL = { value: 'all', label: t.all };

interface Props {
  readonly filters: DeliveryFilter;
  readonly onChange: (change: Partial<DeliveryFilter>) => void;
}

export function DeliveryFilters({ filters, onChange }: Props) {
  const { status, event, customer, campaign, destination, from, to } = filters;
  const statuses = [ALL, ...STATUSES.map((value) => ({ value, label: deliveryText.status[value] }))];
  const events = [ALL, ...EVENTS.map((value) => ({ value, label: deliveryText.events[value] }))];
  return (
    <div className="grid w-full grid-cols-2 items-end gap-3 sm:flex sm:w-auto sm:flex-wrap">
      <div className="sm:w-44">
        <FormField label={t.status}>
          {({ id }) => (
            <Select
              id={id}
              value={status ?? ALL.value}
              options={statuses}
              onChange={(value) => onChange({ status: STATUSES.find((one) => one === value) })}
            />
          )}
        </FormField>
      </div>
      <div className="sm:w-44">
        <FormField label={t.event}>
          {({ id }) => (
            <Select
              id={id}
              value={event ?? ALL.value}
              options={events}
              onChange={(value) => onChange({ event: EVENTS.find((one) => one === value) })}
            />
          )}
        </FormField>
      </div>
      <CustomerFilter key={customer} customer={customer ?? ''} onChange={(id) => onChange({ customer: id === '' ? undefined : id })} />
      <DayFilter label={t.from} day={from} max={to} onChange={(day) => onChange({ from: day })} />
      <DayFilter label={t.to} day={to} min={from} onChange={(day) => onChange({ to: day })} />
      {campaign !== undefined && (
        <Button look="secondary" onClick={() => onChange({ campaign: undefined })}>
          {t.campaign}
          <X aria-hidden />
        </Button>
      )}
      {destination !== undefined && (
        <Button look="secondary" onClick={() => onChange({ destination: undefined })}>
          {t.destination}
          <X aria-hidden />
        </Button>
      )}
    </div>
  );
}

/** Searches on Enter, because only a complete identifier matches. */
function CustomerFilter({ customer, onChange }: { readonly customer: string; readonly onChange: (id: string) => void }) {
  return (
    <form
      className="col-span-2 sm:w-52"
      onSubmit={(event) => {
        event.preventDefault();
        const typed = new FormData(event.currentTarget).get('customer');
        onChange(typeof typed === 'string' ? typed.trim() : '');
      }}
    >
      <FormField label={t.customer}>
        {(wiring) => (
          <Input
            {...wiring}
            name="customer"
            type="search"
            defaultValue={customer}
            autoComplete="off"
            onBlur={({ target }) => target.value.trim() !== customer && onChange(target.value.trim())}
          />
        )}
      </FormField>
    </form>
  );
}
