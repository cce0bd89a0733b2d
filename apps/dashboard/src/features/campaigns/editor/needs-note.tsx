import { Link } from '@tanstack/react-router';
import type { Lifecycle } from '../../../api/lifecycle';
import { Alert } from '../../../components/ui/alert';
import { text } from '../text';

const t = text.needs;

/** Says what a campaign needs before the reader fills in the form, and what works without it. */
export const NeedsNote = ({ audience }: { readonly audience: Lifecycle }) => (
  <div className="mb-6">
    <Alert title={t.title}>
      <p>
        {t.body} {t.without}{' '}
        <Link to="/customers" search={{ lifecycle: [audience] }} className="font-medium underline">
          {t.list}
        </Link>
      </p>
    </Alert>
  </div>
);
