import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { Button } from '../ui/button';
import { Input } from '../ui/input';
import { fieldText } from './text';

/** A password field with a button that shows the password. */
export function PasswordInput(props: ComponentProps<'input'>) {
  const [isShown, setShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <div className="relative">
      <Input {...props} type={isShown ? 'text' : 'password'} className="h-10 pr-11" />
      <Button
        look="quiet"
        size="icon-small"
        className="absolute top-1 right-1 text-muted"
        aria-label={isShown ? fieldText.hidePassword : fieldText.showPassword}
        onClick={() => setShown(!isShown)}
      >
        <Icon />
      </Button>
    </div>
  );
}
