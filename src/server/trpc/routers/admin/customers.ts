import { customerBoatEditSchema, customerBoatSchema } from '@/domain/account/boats.schema';
import { customerEditSchema, customerItemSchema } from '@/domain/account/customer-edit.schema';
import { customerFileSchema } from '@/domain/account/customer-file.schema';
import {
  customerAppointmentsSchema,
  customerListSchema,
  customerNoteSchema,
  customerStretchSchema,
  customerTagSchema,
} from '@/domain/account/customers';
import { customerDockEditSchema, customerDockSchema } from '@/domain/account/docks.schema';
import { mergePairSchema, mergeSchema, undoMergeSchema } from '@/domain/account/merge.schema';
import { newCustomerSchema } from '@/domain/account/new-customer.schema';
import { byIdSchema } from '@/domain/fields';
import { searchSchema } from '@/domain/search';
import { rolesIn } from '@/domain/staff/areas';
import { exemptionSchema } from '@/domain/tax/tax-change.schema';
import { addCustomer } from '@/server/modules/auth/add-customer.usecases';
import {
  addCustomerBoat,
  addCustomerDock,
  editCustomerBoat,
  editCustomerDock,
  removeCustomerBoat,
  removeCustomerDock,
  setCustomerDefaultBoat,
  setCustomerDefaultDock,
} from '@/server/modules/customers/customer-belongings.usecases';
import {
  addCustomerNote,
  addCustomerTag,
  exportCustomers,
  listCustomerAppointments,
  listCustomers,
  listTags,
  readCustomer,
  removeCustomerNote,
  removeCustomerTag,
} from '@/server/modules/customers/customers.usecases';
import { editCustomer } from '@/server/modules/customers/edit-customer.usecases';
import {
  importCustomers,
  previewCustomers,
} from '@/server/modules/customers/import-customers.usecases';
import {
  compareCustomers,
  listMerges,
  mergeCustomers,
  undoMerge,
} from '@/server/modules/customers/merge-customers.usecases';
import { searchAll } from '@/server/modules/search/search.usecases';
import { changeExemption, readExemption } from '@/server/modules/taxes/exemptions.usecases';
import { confirmed } from '@/server/trpc/confirmed';
import { office, officeAlways } from '@/server/trpc/init';
import { photosLimited } from '@/server/trpc/limits';

/** Customer Data and the search. */
export const customerProcedures = {
  /** Finds customers, drivers, and appointments by their search text. */
  search: officeAlways('customers')
    .input(searchSchema)
    .query(({ ctx, input }) => searchAll(ctx, input)),

  customers: office('customers')
    .input(customerListSchema)
    .query(({ ctx, input }) => listCustomers(ctx, input)),

  /** Creates an account for a customer on the phone. */
  addCustomer: office('customers')
    .input(newCustomerSchema)
    .mutation(({ ctx, input }) => addCustomer(ctx, input)),

  /** A mutation, because the text of a file is too long for an address. */
  previewCustomers: office('business')
    .meta({ access: rolesIn('business'), change: 'uncounted' })
    .input(customerFileSchema)
    .mutation(({ ctx, input }) => previewCustomers(ctx, input)),

  /** Imports a file: all of its customers, or none. */
  importCustomers: office('business')
    .input(customerFileSchema)
    .mutation(({ ctx, input }) => importCustomers(ctx, input)),

  /** All customers, in portions. */
  exportCustomers: office('exports')
    .use(confirmed)
    .input(customerStretchSchema)
    .query(({ ctx, input }) => exportCustomers(ctx, input)),

  /** A customer with their balance and notes. */
  customer: office('customers')
    .input(byIdSchema)
    .query(({ ctx, input }) => readCustomer(ctx, input)),

  customerOrders: office('customers')
    .input(customerAppointmentsSchema)
    .query(({ ctx, input }) => listCustomerAppointments(ctx, input)),

  editCustomer: office('customers')
    .input(customerEditSchema)
    .mutation(({ ctx, input }) => editCustomer(ctx, input)),

  /** A customer's boats and docks. Every change returns the whole list. */
  addCustomerBoat: office('customers')
    .input(customerBoatSchema)
    .use(photosLimited)
    .mutation(({ ctx, input }) => addCustomerBoat(ctx, input)),
  editCustomerBoat: office('customers')
    .input(customerBoatEditSchema)
    .use(photosLimited)
    .mutation(({ ctx, input }) => editCustomerBoat(ctx, input)),
  removeCustomerBoat: office('customers')
    .input(customerItemSchema)
    .mutation(({ ctx, input }) => removeCustomerBoat(ctx, input)),
  setCustomerDefaultBoat: office('customers')
    .input(customerItemSchema)
    .mutation(({ ctx, input }) => setCustomerDefaultBoat(ctx, input)),
  addCustomerDock: office('customers')
    .input(customerDockSchema)
    .mutation(({ ctx, input }) => addCustomerDock(ctx, input)),
  editCustomerDock: office('customers')
    .input(customerDockEditSchema)
    .mutation(({ ctx, input }) => editCustomerDock(ctx, input)),
  removeCustomerDock: office('customers')
    .input(customerItemSchema)
    .mutation(({ ctx, input }) => removeCustomerDock(ctx, input)),
  setCustomerDefaultDock: office('customers')
    .input(customerItemSchema)
    .mutation(({ ctx, input }) => setCustomerDefaultDock(ctx, input)),

  addCustomerNote: office('customers')
    .input(customerNoteSchema)
    .mutation(({ ctx, input }) => addCustomerNote(ctx, input)),

  /** All tags in use. */
  customerTags: office('customers').query(({ ctx }) => listTags(ctx)),

  addCustomerTag: office('customers')
    .input(customerTagSchema)
    .mutation(({ ctx, input }) => addCustomerTag(ctx, input)),

  removeCustomerTag: office('customers')
    .input(customerTagSchema)
    .mutation(({ ctx, input }) => removeCustomerTag(ctx, input)),

  /** The tax exemption of a customer. */
  exemption: office('customers')
    .input(byIdSchema)
    .query(({ ctx, input }) => readExemption(ctx, input)),

  changeExemption: office('customers')
    .input(exemptionSchema)
    .mutation(({ ctx, input }) => changeExemption(ctx, input)),

  /** Two records next to each other, with the reasons why one can't become part of the other. */
  compareCustomers: office('customers')
    .input(mergePairSchema)
    .query(({ ctx, input }) => compareCustomers(ctx, input)),

  mergeCustomers: office('customers')
    .use(confirmed)
    .input(mergeSchema)
    .mutation(({ ctx, input }) => mergeCustomers(ctx, input)),

  /** The merges into a record. */
  merges: office('customers')
    .input(byIdSchema)
    .query(({ ctx, input }) => listMerges(ctx, input)),

  undoMerge: office('customers')
    .use(confirmed)
    .input(undoMergeSchema)
    .mutation(({ ctx, input }) => undoMerge(ctx, input)),

  removeCustomerNote: office('customers')
    .input(byIdSchema)
    .mutation(({ ctx, input }) => removeCustomerNote(ctx, input)),
};
