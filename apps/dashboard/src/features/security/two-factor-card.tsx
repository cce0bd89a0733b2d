import { useState } from 'react';
import { ShieldCheck, ShieldOff } from 'lucide-react';
import { useMe } from '../../api/me';
import { Button } from '../../components/ui/button';
import { Card, CardBody, CardHeader } from '../../components/ui/card';
import { text } from './text';
import { TurnOffDialog } from './turn-off-dialog';
import { TurnOnDialog } from './turn-on-dialog';

const t = text.twoFactor;

export function TwoFactorCard() {
  const { two_factor_enabled: isOn, email_verified: isVerified } = useMe().user;
  const [isOpen, setOpen] = useState(false);
  const Icon = isOn ? ShieldCheck : ShieldOff;
  return (
    <Card>
      <CardHeader title={t.title} description={t.description} />
      <CardBody className="flex items-center justify-between gap-4">
        <div>
          <p className="flex items-center gap-2 text-sm font-medium">
            <Icon className={`size-5 ${isOn ? 'text-good' : 'text-muted'}`} aria-hidden />
            {isOn ? t.isOn : t.isOff}
          </p>
          {!isOn && !isVerified && <p className="mt-1 text-sm text-muted">{t.unverified}</p>}
        </div>
        <Button look={isOn ? 'secondary' : 'primary'} disabled={!isOn && !isVerified} onClick={() => setOpen(true)}>
          {isOn ? t.turnOff : t.turnOn}
        </Button>
      </CardBody>
      {/* The dialog that turns it on goes on after it is on, with the recovery codes. */}
      {isOpen && <Dialog wasOn={isOn} onClose={() => setOpen(false)} />}
    </Card>
  );
}

function Dialog({ wasOn, onClose }: { readonly wasOn: boolean; readonly onClose: () => void }) {
  const [begunOn] = useState(wasOn);
  return begunOn ? <TurnOffDialog onClose={onClose} /> : <TurnOnDialog onClose={onClose} />;
}
