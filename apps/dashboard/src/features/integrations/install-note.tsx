import { useMe } from '../../api/me';
import type { IntegrationsDto } from '../../api/schema';
import { Alert } from '../../components/ui/alert';
import { text } from './text';

const t = text.install;

interface Props {
  /** The shop of a user who comes from the app store of its platform. */
  readonly shop: string;
  readonly integrations: IntegrationsDto;
}

/** Asks the user to confirm: the author of the link may have named any shop. */
export function InstallNote({ shop, integrations }: Props) {
  const isOwner = useMe().user.role === 'owner';
  const { status, shop: current, available_platforms: platforms } = integrations;
  if (status === 'disconnected') {
    return isOwner && platforms.length > 0 ? <Alert title={t.confirm(shop)}>{t.confirmBody}</Alert> : null;
  }
  // The card below shows the state of the same shop.
  return current === shop ? null : (
    <Alert kind="warn" title={t.other(shop)}>
      {t.otherBody}
    </Alert>
  );
}
