import type { BelongingsListProps } from '@/client/appointment/belongings/belongings-list';
import type { Boats } from '@/client/appointment/belongings/boat-dialog';
import { BoatList } from '@/client/appointment/belongings/boat-list';
import type { Docks } from '@/client/appointment/belongings/dock-dialog';
import { DockList } from '@/client/appointment/belongings/dock-list';
import { trpc } from '@/client/lib/trpc';

type BelongingsProps<Row extends { id: string; isDefault: boolean }> = {
  id: string;
  query: BelongingsListProps<Row>['query'];
};

/** Lets staff change a customer's boats. */
export function CustomerBoats({ id: customerId, query }: BelongingsProps<Boats[number]>) {
  const utils = trpc.useUtils();
  const add = trpc.admin.addCustomerBoat.useMutation();
  const edit = trpc.admin.editCustomerBoat.useMutation();
  const prefer = trpc.admin.setCustomerDefaultBoat.useMutation();
  const remove = trpc.admin.removeCustomerBoat.useMutation();
  return (
    <BoatList
      tight
      whose="the"
      query={query}
      save={(boat, typed, read) =>
        boat
          ? edit.mutateAsync({ ...typed, customerId, id: boat.id, read })
          : add.mutateAsync({ ...typed, customerId })
      }
      prefer={{ mutateAsync: ({ id }) => prefer.mutateAsync({ customerId, id }) }}
      remove={{ mutateAsync: ({ id }) => remove.mutateAsync({ customerId, id }) }}
      onChanged={(boats) =>
        utils.admin.customer.setData({ id: customerId }, (page) => page && { ...page, boats })
      }
      empty="No boats yet."
    />
  );
}

/** Lets staff change a customer's docks. */
export function CustomerDocks({ id: customerId, query }: BelongingsProps<Docks[number]>) {
  const utils = trpc.useUtils();
  const add = trpc.admin.addCustomerDock.useMutation();
  const edit = trpc.admin.editCustomerDock.useMutation();
  const prefer = trpc.admin.setCustomerDefaultDock.useMutation();
  const remove = trpc.admin.removeCustomerDock.useMutation();
  return (
    <DockList
      tight
      isOwn={false}
      whose="the"
      query={query}
      save={(dock, typed, read) =>
        dock
          ? edit.mutateAsync({ ...typed, customerId, id: dock.id, read })
          : add.mutateAsync({ ...typed, customerId })
      }
      prefer={{ mutateAsync: ({ id }) => prefer.mutateAsync({ customerId, id }) }}
      remove={{ mutateAsync: ({ id }) => remove.mutateAsync({ customerId, id }) }}
      onChanged={(docks) =>
        utils.admin.customer.setData({ id: customerId }, (page) => page && { ...page, docks })
      }
      empty="No docks yet."
    />
  );
}
