/** The operations of `/api`, called the way outside programs call them. */
import { type Calls, file, rest } from '../call';
import { DATE, EMERGENCY_PASSWORD, LATER, type Scene, SECOND_SLOT } from '../scene';
import { balance, NEW_ORDER, typedCard } from './booking';
import { newPerson, resetToken, signedOut, withApp } from './identity';

async function rename({ kim, next }: Scene, path: string) {
  // This call makes the process remember the caller, as it would after a page has loaded.
  await kim.trpc.auth.me.query();
  return rest(kim, 'PUT', path, { fullName: `Kim ${next()}` });
}

const accounts: Calls = {
  'GET /api/auth/status': ({ kim }) => rest(kim, 'GET', '/api/auth/status'),
  'GET /api/auth/me': ({ kim }) => rest(kim, 'GET', '/api/auth/me'),
  'GET /api/auth/admin-status': ({ staff }) => rest(staff, 'GET', '/api/auth/admin-status'),
  'GET /api/user/profile': ({ kim }) => rest(kim, 'GET', '/api/user/profile'),
  'PUT /api/user/profile': (scene) => rename(scene, '/api/user/profile'),
  'PUT /api/auth/profile': (scene) => rename(scene, '/api/auth/profile'),
  'POST /api/auth/register': (scene) =>
    rest(scene.visitor(), 'POST', '/api/auth/register', newPerson(scene)),
  'POST /api/auth/login': async (scene) => {
    const { signIn } = await signedOut(scene);
    return rest(scene.visitor(), 'POST', '/api/auth/login', signIn);
  },
  'POST /api/auth/admin-login': (scene) =>
    rest(scene.visitor(), 'POST', '/api/auth/admin-login', scene.admin),
  'POST /api/auth/second-factor': async (scene) => {
    const { proof, visitor } = await withApp(scene);
    return rest(visitor, 'POST', '/api/auth/second-factor', await proof());
  },
  'POST /api/auth/emergency-admin': (scene) => {
    const body = { password: EMERGENCY_PASSWORD };
    return rest(scene.visitor(), 'POST', '/api/auth/emergency-admin', body);
  },
  'POST /api/auth/logout': async (scene) =>
    rest(await scene.freshCustomer(), 'POST', '/api/auth/logout', {}),
  'POST /api/auth/change-password': async (scene) =>
    rest(await scene.freshCustomer(), 'POST', '/api/auth/change-password', {
      currentPassword: 'six-characters',
      newPassword: 'seven-characters',
    }),
  'POST /api/auth/reset-password-request': async (scene) => {
    const { email } = await signedOut(scene);
    return rest(scene.visitor(), 'POST', '/api/auth/reset-password-request', { email });
  },
  'POST /api/auth/reset-password': async (scene) => {
    const body = { token: await resetToken(scene), newPassword: 'eight-characters' };
    return rest(scene.visitor(), 'POST', '/api/auth/reset-password', body);
  },
  'POST /api/admin/change-password': async (scene) => {
    const { visitor, password } = await scene.otherAdmin();
    const newPassword = 'another-password';
    const change = { currentPassword: password, newPassword, confirmPassword: newPassword };
    return rest(visitor, 'POST', '/api/admin/change-password', change);
  },
};

const information: Calls = {
  'GET /api/weather': ({ kim }) => rest(kim, 'GET', '/api/weather'),
  'GET /api/fuel-prices': ({ kim }) => rest(kim, 'GET', '/api/fuel-prices'),
  'GET /api/time-slots/{date}': ({ kim }) => rest(kim, 'GET', `/api/time-slots/${DATE}`),
  'GET /api/support': ({ kim }) => rest(kim, 'GET', '/api/support'),
  'PUT /api/support': async (scene) =>
    rest(await scene.freshStaff(), 'PUT', '/api/support', {
      phone: `(269) 555-${1000 + scene.next()}`,
    }),
  'POST /api/admin/manual-fuel-prices': ({ staff }) =>
    rest(staff, 'POST', '/api/admin/manual-fuel-prices', { regular: '3.10', premium: '4.16' }),
};

const booking: Calls = {
  'POST /api/validate-promo-code': ({ kim }) =>
    rest(kim, 'POST', '/api/validate-promo-code', { promoCode: 'NOSUCH' }),
  'POST /api/appointments': ({ kim }) => rest(kim, 'POST', '/api/appointments', NEW_ORDER),
  'GET /api/appointments': ({ kim }) => rest(kim, 'GET', '/api/appointments'),
  'PATCH /api/appointments/{id}': async (scene) => {
    const id = await scene.booked();
    return rest(scene.kim, 'PATCH', `/api/appointments/${id}`, { estimatedGallons: 23 });
  },
  'DELETE /api/appointments/{id}': async (scene) => {
    const id = await scene.booked();
    return rest(scene.kim, 'DELETE', `/api/appointments/${id}`);
  },
  'POST /api/create-payment-authorization': async (scene) => {
    const { appointment } = await scene.kim.trpc.booking.create.mutate(NEW_ORDER);
    const body = { appointmentId: appointment.id };
    return rest(scene.kim, 'POST', '/api/create-payment-authorization', body);
  },
  'POST /api/create-setup-intent': async (scene) => {
    const body = { appointmentId: await scene.booked() };
    return rest(scene.kim, 'POST', '/api/create-setup-intent', body);
  },
  'POST /api/confirm-payment-setup': async (scene) =>
    rest(scene.kim, 'POST', '/api/confirm-payment-setup', await typedCard(scene)),
  'POST /api/create-balance-payment': async (scene) =>
    rest(scene.kim, 'POST', '/api/create-balance-payment', await balance(scene)),
};

const drivers: Calls = {
  'GET /api/appointments/today': ({ dana }) => rest(dana.visitor, 'GET', '/api/appointments/today'),
  'GET /api/appointments/date/{date}': ({ dana }) =>
    rest(dana.visitor, 'GET', `/api/appointments/date/${DATE}`),
  'GET /api/drivers/{id}': ({ dana }) => rest(dana.visitor, 'GET', `/api/drivers/${dana.driverId}`),
  'PATCH /api/appointments/{id} (as a driver)': async (scene) => {
    const id = await scene.ready();
    const change = { status: 'en_route' };
    return rest(scene.dana.visitor, 'PATCH', `/api/appointments/${id}`, change);
  },
  'POST /api/appointments/{id}/complete': async (scene) => {
    const path = `/api/appointments/${await scene.underWay()}/complete`;
    return rest(scene.dana.visitor, 'POST', path, { actualGallons: 20 });
  },
};

const staff: Calls = {
  'GET /api/admin/appointments': (scene) => rest(scene.staff, 'GET', '/api/admin/appointments'),
  'PATCH /api/appointments/{id} (as an admin)': async (scene) => {
    const id = await scene.booked();
    const move = { date: LATER, time: SECOND_SLOT };
    return rest(scene.staff, 'PATCH', `/api/appointments/${id}`, move);
  },
  'PATCH /api/admin/appointments/{id}/update-details': async (scene) => {
    const path = `/api/admin/appointments/${await scene.booked()}/update-details`;
    return rest(scene.staff, 'PATCH', path, { ...NEW_ORDER, estimatedGallons: 24 });
  },
  'POST /api/admin/appointments/{id}/refund': async (scene) => {
    const path = `/api/admin/appointments/${await scene.delivered()}/refund`;
    return rest(scene.staff, 'POST', path, { amount: 5, requestId: scene.key() });
  },
  'GET /api/admin/availability/{date}': (scene) =>
    rest(scene.staff, 'GET', `/api/admin/availability/${DATE}`),
  'PATCH /api/admin/availability': (scene) => {
    const slot = { date: scene.farDay(), timeSlot: SECOND_SLOT, isAvailable: false };
    return rest(scene.staff, 'PATCH', '/api/admin/availability', slot);
  },
  'GET /api/admin/customers': async (scene) =>
    rest(await scene.freshStaff(), 'GET', '/api/admin/customers'),
  'GET /api/admin/export/customers.csv': async (scene) =>
    file(await scene.freshStaff(), '/api/admin/export/customers.csv'),
  'GET /api/admin/export/appointments.csv': async (scene) =>
    file(await scene.freshStaff(), `/api/admin/export/appointments.csv?date=${DATE}`),
  'GET /api/admin/export/journal.csv': async (scene) =>
    file(await scene.freshStaff(), '/api/admin/export/journal.csv?program=xero'),
  'GET /api/admin/export/sales.csv': async (scene) =>
    file(await scene.freshStaff(), '/api/admin/export/sales.csv'),
  'GET /api/admin/export/tickets.csv': async (scene) =>
    file(await scene.freshStaff(), '/api/admin/export/tickets.csv'),
  'GET /api/admin/export/ledger.csv': async (scene) =>
    file(await scene.freshStaff(), '/api/admin/export/ledger.csv'),
  'GET /api/admin/export/report.csv': async (scene) =>
    file(await scene.freshStaff(), '/api/admin/export/report.csv?by=month'),
  'GET /api/admin/export/activity.csv': async (scene) =>
    file(await scene.freshStaff(), '/api/admin/export/activity.csv?thing=prices'),
};

/**
 * These calls come last, because they use up spots. Each of them first opens the calendar again.
 */
export const lastCalls: Calls = {
  'admin.blockMonths': async (scene) => {
    await scene.openCalendar();
    return () => scene.staff.trpc.admin.blockMonths.mutate({ months: 1 });
  },
  'POST /api/admin/bulk-block-availability': async (scene) => {
    await scene.openCalendar();
    return rest(scene.staff, 'POST', '/api/admin/bulk-block-availability', { months: 1 });
  },
  'admin.setDefaultCapacity': (scene) => () =>
    scene.staff.trpc.admin.setDefaultCapacity.mutate({ capacity: 20 + (scene.next() % 30) }),
};

export const restCalls: Calls = { ...accounts, ...information, ...booking, ...drivers, ...staff };
