import { Toaster } from 'sonner';

/** Renders the messages of `toast.success('…')` from the package `sonner`. */
export function Toasts() {
  return (
    <Toaster
      position="bottom-right"
      // The package sets a font of its own.
      style={{ fontFamily: 'inherit' }}
      toastOptions={{
        unstyled: true,
        classNames: {
          toast:
            'flex w-full items-center gap-3 rounded-xl border border-line bg-raised px-4 py-3 text-sm text-text shadow-lg [&_svg]:size-4',
          success: '[&_svg]:text-good',
          error: '[&_svg]:text-danger',
        },
      }}
    />
  );
}
