import { useState } from 'react';
import { Button } from '@/client/components/button';
import { toastNotFetched } from '@/client/components/toast-failure';
import { useLoadedCode } from '@/client/lib/loaded-code';

const loadDialog = () => import('./support-dialog').then((module) => module.SupportDialog);

/** Opens Customer Support. Its code and texts are fetched when it opens. */
export function SupportButton() {
  const [open, setOpen] = useState(false);
  const { Component, fetchCode } = useLoadedCode(loadDialog);
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        icon="help"
        onClick={async () => {
          if (await fetchCode()) setOpen(true);
          else toastNotFetched('Not opened');
        }}
      >
        Customer Support
      </Button>
      {Component ? <Component open={open} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
