import { Link } from '@tanstack/react-router';
import { Button } from '../../components/ui/button';
import { Card, CardHeader } from '../../components/ui/card';
import { text } from './text';

const t = text.upload;

/** Leads to the page for uploading a file of orders. */
export function UploadCard() {
  return (
    <Card className="pb-5">
      <CardHeader title={t.title} description={t.body}>
        <Button asChild look="secondary">
          <Link to="/integrations/upload">{t.open}</Link>
        </Button>
      </CardHeader>
    </Card>
  );
}
