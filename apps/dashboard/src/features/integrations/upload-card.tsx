import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useFormat } from '../../api/me';
import { uploadsQuery } from '../../api/uploads';
import { Button } from '../../components/ui/button';
import { Card, CardHeader } from '../../components/ui/card';
import { text } from './text';

const t = text.upload;

/** Leads to the page for uploading a file of orders, and says what was uploaded. */
export function UploadCard() {
  const format = useFormat();
  const { data } = useQuery(uploadsQuery);
  const uploads = data?.data.filter(({ state }) => state !== 'removed') ?? [];
  const [last] = uploads;
  return (
    <Card className="pb-5">
      <CardHeader
        title={t.title}
        description={
          <>
            <span className="block">{t.body}</span>
            {last !== undefined && (
              <span className="block text-text">
                {t.uploaded({ last: last.file_name, on: format.date(last.created_at), count: uploads.length })}
              </span>
            )}
          </>
        }
      >
        <Button asChild look="secondary">
          <Link to="/integrations/upload">{t.open}</Link>
        </Button>
      </CardHeader>
    </Card>
  );
}
