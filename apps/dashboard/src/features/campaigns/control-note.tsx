import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useFormat } from '../../api/me';
import { Button } from '../../components/ui/button';
import { Card, CardBody, CardHeader } from '../../components/ui/card';
import { AddressedExportButton, ExportButton } from '../../shared/customer-list/export-button';
import { overallQuery } from './queries';
import { SUPPRESSION } from './suppression';
import { text } from './text';

const t = text.control;

/** Says how many customers are set aside and why, and gives the list that a mail tool must leave out. */
export function ControlNote({ isBeforeFirst }: { readonly isBeforeFirst: boolean }) {
  const format = useFormat();
  const { data } = useQuery(overallQuery);
  if (data === undefined) return null;
  const { control_percent: percent } = data;
  if (percent === 0 && isBeforeFirst) return null;
  return (
    <Card className="my-4">
      <CardHeader title={t.title} description={percent === 0 ? t.onlyCampaigns : t.aside(format.number(percent), isBeforeFirst)} />
      <CardBody className="flex flex-wrap items-center gap-2">
        <AddressedExportButton {...SUPPRESSION} />
        <ExportButton {...SUPPRESSION} label={t.download} />
        <Button asChild look="quiet">
          <Link to="/customers" search={SUPPRESSION.search}>
            {t.show}
          </Link>
        </Button>
        <p className="basis-full text-[0.8125rem] text-muted">{t.use}</p>
      </CardBody>
    </Card>
  );
}
