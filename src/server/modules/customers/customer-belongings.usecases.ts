import type { BoatInput } from '@/domain/account/boats.schema';
import type { DockEditInput, DockInput } from '@/domain/account/docks.schema';
import type { ReadValues } from '@/domain/edit-conflict';
import type { OwnerCall, UserCall } from '@/server/config/call';
import { findUserById, isPresentCustomer } from '../auth/users.repository';
import {
  addBoat,
  type BoatView,
  editBoat,
  removeBoat,
  setDefaultBoat,
} from '../boats/boats.usecases';
import {
  addDock,
  type DockView,
  editDock,
  removeDock,
  setDefaultDock,
} from '../boats/docks.usecases';
import { unknownCustomer } from './edit-customer.usecases';

/**
 * Staff change a customer's boats and docks by the rules for the customer's own changes. Each call
 * throws `not_found` if the account isn't a customer's.
 */
async function forCustomer({ deps, actor }: UserCall, customerId: string): Promise<OwnerCall> {
  const user = await findUserById(deps.db.orm, customerId);
  if (!isPresentCustomer(user)) throw unknownCustomer();
  return { deps, actor, ownerId: customerId };
}

type OfCustomer = { customerId: string };
type Item = OfCustomer & { id: string };

export const addCustomerBoat = async (
  call: UserCall,
  { customerId, ...boat }: OfCustomer & BoatInput,
): Promise<BoatView[]> => addBoat(await forCustomer(call, customerId), boat);

export const editCustomerBoat = async (
  call: UserCall,
  { customerId, ...boat }: Item & BoatInput & { read?: ReadValues },
): Promise<BoatView[]> => editBoat(await forCustomer(call, customerId), boat);

export const removeCustomerBoat = async (
  call: UserCall,
  { customerId, id }: Item,
): Promise<BoatView[]> => removeBoat(await forCustomer(call, customerId), { id });

export const setCustomerDefaultBoat = async (
  call: UserCall,
  { customerId, id }: Item,
): Promise<BoatView[]> => setDefaultBoat(await forCustomer(call, customerId), { id });

export const addCustomerDock = async (
  call: UserCall,
  { customerId, ...dock }: OfCustomer & DockInput,
): Promise<DockView[]> => addDock(await forCustomer(call, customerId), dock);

export const editCustomerDock = async (
  call: UserCall,
  { customerId, ...dock }: OfCustomer & DockEditInput,
): Promise<DockView[]> => editDock(await forCustomer(call, customerId), dock);

export const removeCustomerDock = async (
  call: UserCall,
  { customerId, id }: Item,
): Promise<DockView[]> => removeDock(await forCustomer(call, customerId), { id });

export const setCustomerDefaultDock = async (
  call: UserCall,
  { customerId, id }: Item,
): Promise<DockView[]> => setDefaultDock(await forCustomer(call, customerId), { id });
