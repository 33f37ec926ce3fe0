import { ImportDialog } from '@/client/components/dialog/import-dialog';
import { trpc } from '@/client/lib/trpc';
import { FILE_TOO_LONG, MAX_PLACE_FILE } from '@/domain/places/place.schema';

/** Imports a CSV file of places. */
export function ImportPlacesDialog({ onClose }: { onClose: () => void }) {
  const utils = trpc.useUtils();
  const previewing = trpc.admin.previewPlaces.useMutation();
  const importing = trpc.admin.importPlaces.useMutation();
  return (
    <ImportDialog
      nouns={{ one: 'place', many: 'places' }}
      limit={{ length: MAX_PLACE_FILE, tooLong: FILE_TOO_LONG }}
      preview={previewing.mutateAsync}
      send={importing.mutateAsync}
      onImported={() => utils.admin.places.invalidate()}
      onClose={onClose}
    >
      Select a CSV file. Its first line has the column names: name, address, latitude, longitude,
      note, other names. Each place needs a name, and an address or a position. Places that are
      already in the list are updated. Blank cells keep the saved values.
    </ImportDialog>
  );
}
