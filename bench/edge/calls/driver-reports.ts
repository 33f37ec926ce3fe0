/** Driver reports, and how staff handle them. */
import { SPILL } from '../../../tests/support/actors';
import type { Calls } from '../call';
import type { Scene } from '../scene';

async function spill({ dana, key }: Scene): Promise<string> {
  const actionKey = key();
  await dana.visitor.trpc.driver.reportSpill.mutate({ ...SPILL, actionKey });
  return actionKey;
}

export const driverReportCalls: Calls = {
  'admin.driverReports':
    ({ staff }) =>
    () =>
      staff.trpc.admin.driverReports.query({}),
  'admin.resolveDriverReport': async (scene) => {
    const id = scene.key();
    const report = { text: 'The pump leaks', actionKey: id };
    await scene.dana.visitor.trpc.driver.reportIssue.mutate(report);
    return () => scene.staff.trpc.admin.resolveDriverReport.mutate({ id });
  },
  'admin.spillReport': async (scene) => {
    const id = await spill(scene);
    return () => scene.staff.trpc.admin.spillReport.query({ id });
  },
  'admin.noteSpillCall': async (scene) => {
    const call = { id: await spill(scene), called: 'The Coast Guard' };
    return () => scene.staff.trpc.admin.noteSpillCall.mutate(call);
  },
};
