/** Staff and driver calls on appointments, up to the completion. */
import {
  BOOKED_FOR,
  book,
  LOAD,
  picture,
  readyToDeliver,
  SPILL,
  WALK_UP,
} from '../../../tests/support/actors';
import { refusal } from '../../../tests/support/visitor';
import type { Calls } from '../call';
import { DATE, FIRST_SLOT, LATER, type Scene, SECOND_SLOT } from '../scene';
import { NEW_ORDER } from './booking';

export const staffWork: Calls = {
  'admin.appointments':
    ({ staff }) =>
    () =>
      staff.trpc.admin.appointments.query({ status: 'pending' }),
  'admin.day':
    ({ staff }) =>
    () =>
      staff.trpc.admin.day.query({ date: DATE }),
  'admin.watchDay':
    ({ staff }) =>
    () =>
      staff.trpc.admin.watchDay.query({ date: DATE }),
  'admin.dispatch':
    ({ staff }) =>
    () =>
      staff.trpc.admin.dispatch.query({ date: DATE }),
  'admin.calendar':
    ({ staff }) =>
    () =>
      staff.trpc.admin.calendar.query({ date: DATE }),
  'admin.blockedLater':
    ({ staff }) =>
    () =>
      staff.trpc.admin.blockedLater.query(),
  'admin.waitingMoney':
    ({ staff }) =>
    () =>
      staff.trpc.admin.waitingMoney.query({}),
  'admin.search':
    ({ staff }) =>
    () =>
      staff.trpc.admin.search.query({ text: '555 0117' }),
  'admin.customers':
    ({ staff }) =>
    () =>
      staff.trpc.admin.customers.query({}),
  'admin.bookForCustomer':
    ({ staff, key }) =>
    () =>
      staff.trpc.admin.bookForCustomer.mutate({ ...BOOKED_FOR, id: key(), date: DATE }),
  'admin.addCustomer':
    ({ staff, key }) =>
    () =>
      staff.trpc.admin.addCustomer.mutate({
        fullName: 'Kim Caller',
        phone: '269 555 0177',
        email: `${key()}@lake.example`,
      }),
  'admin.cancel': async (scene) => {
    const id = await scene.booked();
    return () => scene.staff.trpc.admin.cancel.mutate({ id });
  },
  'admin.confirm': async (scene) => {
    const id = await scene.booked();
    return () => scene.staff.trpc.admin.confirm.mutate({ id });
  },
  'admin.schedule': async (scene) => {
    const id = await scene.confirmed();
    const { driverId } = scene.dana;
    return () => scene.staff.trpc.admin.schedule.mutate({ id, driverId });
  },
  'admin.editDetails': async (scene) => {
    const id = await scene.booked();
    const edited = { ...NEW_ORDER, id, estimatedGallons: 24 };
    return () => scene.staff.trpc.admin.editDetails.mutate(edited);
  },
  'admin.reschedule': async (scene) => {
    const id = await scene.booked();
    const moved = { id, date: LATER, time: SECOND_SLOT };
    return () => scene.staff.trpc.admin.reschedule.mutate(moved);
  },
  'driver.enRoute': async (scene) => {
    const id = await scene.ready();
    const actionKey = scene.key();
    return () => scene.dana.visitor.trpc.driver.enRoute.mutate({ id, actionKey });
  },
  'driver.undoEnRoute': async (scene) => {
    const id = await scene.underWay();
    return () => scene.dana.visitor.trpc.driver.undoEnRoute.mutate({ id });
  },
  'driver.seeChange': async (scene) => {
    const id = await scene.ready();
    await scene.staff.trpc.admin.editDetails.mutate({ ...NEW_ORDER, id, estimatedGallons: 24 });
    return () => scene.dana.visitor.trpc.driver.seeChange.mutate({ id, changeId: 1_000 });
  },
  'driver.complete (recorded)': async (scene) => {
    const id = await scene.underWay();
    const done = { id, actualGallons: 20, actionKey: scene.key() };
    return () => scene.dana.visitor.trpc.driver.complete.mutate(done);
  },
  'driver.complete (whole)': async (scene) => {
    const id = await scene.underWay();
    return () => scene.dana.visitor.trpc.driver.complete.mutate({ id, actualGallons: 20 });
  },
};

/** A bulk change of one appointment. */
async function confirmationOf(scene: Scene) {
  const id = await scene.booked();
  const { appointment } = await scene.staff.trpc.admin.appointment.query({ id });
  const parts = [{ id, version: appointment.version }];
  return { requestId: crypto.randomUUID(), kind: 'confirm' as const, parts };
}

export const appointmentCalls: Calls = {
  'admin.complete': async (scene) => {
    const id = await scene.ready();
    return () => scene.staff.trpc.admin.complete.mutate({ id, actualGallons: 20 });
  },
  'admin.appointment': async (scene) => {
    const id = await scene.booked();
    return () => scene.staff.trpc.admin.appointment.query({ id });
  },
  'admin.showLink': async (scene) => {
    const id = await scene.booked();
    return () => scene.staff.trpc.admin.showLink.mutate({ id });
  },
  'admin.proposeMoves':
    ({ staff }) =>
    () =>
      staff.trpc.admin.proposeMoves.query({ date: DATE }),
  'admin.bulkChanges':
    ({ staff }) =>
    () =>
      staff.trpc.admin.bulkChanges.query(),
  'admin.beginBulkChange': async (scene) => {
    const input = await confirmationOf(scene);
    return () => scene.staff.trpc.admin.beginBulkChange.mutate(input);
  },
  'admin.takeBackBulkChange': async (scene) => {
    const { admin } = scene.staff.trpc;
    const { id } = await admin.beginBulkChange.mutate(await confirmationOf(scene));
    return () => admin.takeBackBulkChange.mutate({ id });
  },
  'admin.previewPrice': async (scene) => {
    const id = await scene.booked();
    const edited = { ...NEW_ORDER, id, estimatedGallons: 30 };
    return () => scene.staff.trpc.admin.previewPrice.query(edited);
  },
  'admin.allAppointments':
    ({ staff }) =>
    () =>
      staff.trpc.admin.allAppointments.query({}),
  'admin.patch': async (scene) => {
    const id = await scene.booked();
    return () => scene.staff.trpc.admin.patch.mutate({ id, estimatedGallons: 25 });
  },
  'admin.drivers':
    ({ staff }) =>
    () =>
      staff.trpc.admin.drivers.query(),
  'admin.recordDelivery': async (scene) => {
    const id = await scene.booked();
    await scene.staff.trpc.admin.cancel.mutate({ id });
    const late = { id, actualGallons: 20, reason: 'It was delivered' };
    return () => scene.staff.trpc.admin.recordDelivery.mutate(late);
  },

  'driver.day':
    ({ dana }) =>
    () =>
      dana.visitor.trpc.driver.day.query({}),
  'driver.info':
    ({ dana }) =>
    () =>
      dana.visitor.trpc.driver.info.query({ id: dana.driverId }),
  'driver.deliveries':
    ({ dana }) =>
    () =>
      dana.visitor.trpc.driver.deliveries.query({ date: DATE }),
  'driver.patch': async (scene) => {
    const id = await scene.ready();
    return () => scene.dana.visitor.trpc.driver.patch.mutate({ id, status: 'en_route' });
  },
  'driver.completePhoto': async (scene) => {
    const id = await scene.delivered();
    const sent = { id, actionKey: scene.key(), photo: await picture() };
    return () => scene.dana.visitor.trpc.driver.completePhoto.mutate(sent);
  },
  'driver.fillerPhoto': async (scene) => {
    const owner = await scene.freshCustomer();
    const [boat] = await owner.trpc.account.addBoat.mutate({ name: 'Gull' });
    const id = await book(owner, { date: DATE, time: FIRST_SLOT, boatId: boat?.id });
    await readyToDeliver(scene.staff, id, scene.dana.driverId);
    const sent = { id, actionKey: scene.key(), photo: await picture() };
    return () => scene.dana.visitor.trpc.driver.fillerPhoto.mutate(sent);
  },
  'driver.handOver': async (scene) => {
    const id = await scene.underWay();
    const action = { id, kind: 'complete', actualGallons: 20, actionKey: scene.key() };
    const told = { ...action, text: 'complete', refusal: 'No answer' };
    return () => scene.dana.visitor.trpc.driver.handOver.mutate(told as never);
  },
  'admin.acceptPress': async (scene) => {
    const appointmentId = await scene.ready();
    const { admin } = scene.staff.trpc;
    await admin.cancel.mutate({ id: appointmentId });
    const action = { id: appointmentId, actualGallons: 20, actionKey: scene.key() };
    await refusal(scene.dana.visitor.trpc.driver.complete.mutate(action));
    const { open } = await admin.reviewQueue.query();
    const id = open.find(({ delivery }) => delivery?.id === appointmentId)?.id ?? '';
    const { details } = await refusal(admin.acceptPress.mutate({ id }));
    const confirmedTotal = Number(details?.total);
    return () => admin.acceptPress.mutate({ id, confirmedTotal });
  },
  'driver.notDelivered': async (scene) => {
    const id = await scene.underWay();
    const ended = { id, reason: 'unsafe' as const, actionKey: scene.key() };
    return () => scene.dana.visitor.trpc.driver.notDelivered.mutate(ended);
  },
  'driver.reportIssue': (scene) => () =>
    scene.dana.visitor.trpc.driver.reportIssue.mutate({
      text: 'The pump leaks',
      actionKey: scene.key(),
    }),
  'driver.reportIssuePhoto': async (scene) => {
    const { driver } = scene.dana.visitor.trpc;
    const actionKey = scene.key();
    await driver.reportIssue.mutate({ text: 'The pump leaks', actionKey });
    const photo = await picture();
    return () => driver.reportIssuePhoto.mutate({ id: actionKey, photo });
  },
  'driver.setDuty': async (scene) => {
    const { driver } = scene.dana.visitor.trpc;
    await driver.setDuty.mutate({ status: 'offline' });
    return () => driver.setDuty.mutate({ status: 'available' });
  },
  'driver.setPosition':
    ({ dana }) =>
    () =>
      dana.visitor.trpc.driver.setPosition.mutate({ latitude: 41.98, longitude: -86.11 }),
  'driver.walkUp': (scene) => () =>
    scene.dana.visitor.trpc.driver.walkUp.mutate({ ...WALK_UP, id: scene.key() }),
  'driver.setLoad':
    ({ dana }) =>
    () =>
      dana.visitor.trpc.driver.setLoad.mutate({ date: DATE, ...LOAD }),
  'driver.reportSpill': (scene) => () =>
    scene.dana.visitor.trpc.driver.reportSpill.mutate({ ...SPILL, actionKey: scene.key() }),
  'driver.setRouteOrder': async (scene) => {
    const order = { date: DATE, stopIds: [await scene.ready()] };
    return () => scene.dana.visitor.trpc.driver.setRouteOrder.mutate(order);
  },
};
