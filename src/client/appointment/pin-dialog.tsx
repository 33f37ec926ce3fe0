import { useState } from 'react';
import { Button } from '@/client/components/button';
import { Dialog } from '@/client/components/dialog/dialog';
import { ErrorState } from '@/client/components/feedback/states';
import type { PositionMapProps } from '@/client/components/position-map';
import { Spinner } from '@/client/components/spinner';
import { usePartOfPage } from '@/client/components/use-fetched-component';
import { fetchedCode } from '@/client/lib/fetched-code';
import type { Position } from '@/domain/route/distance';

const fetchMap = fetchedCode(
  () => import('@/client/components/position-map'),
  (one) => one.PositionMap,
);

type PinDialogProps = Omit<PositionMapProps, 'onChange'> & {
  onPin: (position: Position) => void;
  onClose: () => void;
};

/** Lets a customer show on a map where we should deliver. */
export function PinDialog({ tiles, home, position, onPin, onClose }: PinDialogProps) {
  const [chosen, setChosen] = useState(position);
  const { Component, failed, retry } = usePartOfPage(fetchMap);
  return (
    <Dialog
      open
      title="Where should we deliver?"
      onClose={onClose}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant="main"
            disabled={chosen === null}
            onClick={() => {
              if (chosen) onPin(chosen);
              onClose();
            }}
          >
            Use This Pin
          </Button>
        </>
      }
    >
      {Component ? (
        <Component tiles={tiles} home={home} position={chosen} onChange={setChosen} />
      ) : failed ? (
        <ErrorState title="We couldn’t load the map" onRetry={retry} />
      ) : (
        <Spinner label="Loading the map" />
      )}
    </Dialog>
  );
}
