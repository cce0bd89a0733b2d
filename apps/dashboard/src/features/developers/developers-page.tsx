import { Page } from '../../components/page';
import { ErrorsCard } from './errors-card';
import { ExamplesCard } from './examples-card';
import { KeysCard } from './keys-card';
import { text as t } from './text';
import { TryCard } from './try-card';

export function DevelopersPage() {
  return (
    <Page title={t.title} description={t.description}>
      <div className="grid items-start gap-6 xl:grid-cols-2">
        <div className="grid min-w-0 gap-6">
          <ExamplesCard />
          <KeysCard />
        </div>
        <div className="grid min-w-0 gap-6">
          <ErrorsCard />
          <TryCard />
        </div>
      </div>
    </Page>
  );
}
