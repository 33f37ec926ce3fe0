import { useCallback, useState } from 'react';
import { type Outputs, trpc } from '@/client/lib/trpc';
import { STAFF_SECTIONS, STATUS_LABELS, type StaffSection } from '@/domain/appointment/status';
import { type Appointment, USUAL_SECTIONS } from './appointment';
import type { CardAction } from './appointment-card';
import { AppointmentSection } from './appointment-section';
import { CompleteDialog } from './complete-dialog';
import { CorrectDeliveryDialog } from './correct-delivery-dialog';
import { EditDialog } from './edit-dialog';
import { type AppointmentFilter, FilterBar } from './filter-bar';
import { HistoryDialog } from './history-dialog';
import { CashDialog, RetryDialog } from './money-dialogs';
import { RecordDeliveryDialog } from './record-delivery-dialog';
import { RefundDialog } from './refund-dialog';
import { RescheduleDialog } from './reschedule-dialog';
import { ScheduleDialog } from './schedule-dialog';
import { CancelDialog, NoCardDialog } from './status-dialogs';
import { useMoney } from './use-money';
import { focusSection, sectionHeadingId, useStatusChanges } from './use-status-changes';

type OpenDialog = {
  kind: CardAction | 'no-card';
  appointment: Appointment;
  section: StaffSection;
};

type AppointmentsTabProps = {
  filter: AppointmentFilter;
  onFilter: (filter: AppointmentFilter) => void;
};

/** The four sections of appointments, and the dialogs of all actions on one. */
export function AppointmentsTab({ filter, onFilter }: AppointmentsTabProps) {
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const [counts, setCounts] = useState<Partial<Record<StaffSection, number>>>({});
  const changes = useStatusChanges();
  const money = useMoney();
  const drivers = trpc.admin.drivers.useQuery(undefined, { refetchOnMount: 'always' });
  const available = availableOf(drivers.data);

  const noteCount = useCallback(
    (section: StaffSection, count: number) => setCounts((now) => ({ ...now, [section]: count })),
    [],
  );
  const close = () => setDialog(null);

  /** Waits for the drivers where they have not loaded yet. */
  const hasDriverChoice = async () =>
    availableOf(drivers.data ?? (await drivers.refetch()).data).length > 1;

  const act = async (action: CardAction, appointment: Appointment, section: StaffSection) => {
    const open = (kind: OpenDialog['kind']) => setDialog({ kind, appointment, section });
    if (action === 'confirm') {
      const outcome = await changes.confirm(appointment);
      if (outcome === 'needs-reason') open('no-card');
      if (outcome === 'done') focusSection(section);
    } else if (action === 'schedule' && !(await hasDriverChoice())) {
      if ((await changes.schedule(appointment)) === 'done') focusSection(section);
    } else {
      open(action);
    }
  };

  /** Waits for a change that a dialog started, then closes the dialog. A toast tells the result. */
  const finish = async (change: Promise<unknown>, section: StaffSection) => {
    await change;
    close();
    // The dialog returns the focus to its card, which may have left the section.
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) focusSection(section);
    });
  };

  return (
    <div className="flex flex-col gap-6">
      <FilterBar filter={filter} onFilter={onFilter} />
      <SectionLinks counts={counts} />
      {/* The sections stand side by side from 1280 px on, and one below the other on narrower screens. */}
      <div className="grid items-start gap-x-4 gap-y-8 xl:grid-cols-4">
        {(filter.search ? STAFF_SECTIONS : USUAL_SECTIONS).map((section) => (
          <AppointmentSection
            key={section}
            section={section}
            filter={filter}
            onAction={act}
            onCount={noteCount}
          />
        ))}
      </div>
      {dialog?.kind === 'edit' ? (
        <EditDialog appointment={dialog.appointment} onClose={close} />
      ) : null}
      {dialog?.kind === 'history' ? (
        <HistoryDialog appointment={dialog.appointment} onClose={close} />
      ) : null}
      {dialog?.kind === 'reschedule' ? (
        <RescheduleDialog
          appointment={dialog.appointment}
          drivers={drivers.data ?? []}
          onClose={close}
        />
      ) : null}
      {dialog?.kind === 'retry' ? (
        <RetryDialog
          appointment={dialog.appointment}
          onClose={close}
          onAnswer={() => finish(money.retry(dialog.appointment), dialog.section)}
        />
      ) : null}
      {dialog?.kind === 'cash' ? (
        <CashDialog
          appointment={dialog.appointment}
          onClose={close}
          onAnswer={(input) => finish(money.cash(input), dialog.section)}
        />
      ) : null}
      {dialog?.kind === 'refund' ? (
        <RefundDialog
          appointment={dialog.appointment}
          onClose={close}
          onAnswer={(input) => money.refund(input)}
        />
      ) : null}
      {dialog?.kind === 'record' ? (
        <RecordDeliveryDialog
          appointment={dialog.appointment}
          onClose={() => finish(Promise.resolve(), dialog.section)}
        />
      ) : null}
      {dialog?.kind === 'correct' ? (
        <CorrectDeliveryDialog appointment={dialog.appointment} onClose={close} />
      ) : null}
      {dialog?.kind === 'complete' ? (
        <CompleteDialog
          appointment={dialog.appointment}
          onClose={() => finish(Promise.resolve(), dialog.section)}
        />
      ) : null}
      {dialog?.kind === 'cancel' ? (
        <CancelDialog
          appointment={dialog.appointment}
          onClose={close}
          onAnswer={(reason) => finish(changes.cancel(dialog.appointment, reason), dialog.section)}
        />
      ) : null}
      {dialog?.kind === 'no-card' ? (
        <NoCardDialog
          appointment={dialog.appointment}
          onClose={close}
          onAnswer={(reason) => finish(changes.confirm(dialog.appointment, reason), dialog.section)}
        />
      ) : null}
      {dialog?.kind === 'schedule' ? (
        <ScheduleDialog
          appointment={dialog.appointment}
          drivers={available}
          onClose={close}
          onDone={() => finish(Promise.resolve(), dialog.section)}
        />
      ) : null}
    </div>
  );
}

const availableOf = (drivers: Outputs['admin']['drivers'] = []) =>
  drivers.filter((driver) => driver.status === 'available');

/** The number of appointments in each section, as links to the sections below. */
function SectionLinks({ counts }: { counts: Partial<Record<StaffSection, number>> }) {
  return (
    <nav aria-label="Sections" className="grid grid-cols-2 gap-2 sm:grid-cols-4 xl:hidden">
      {USUAL_SECTIONS.map((section) => (
        <button
          key={section}
          type="button"
          className="flex min-h-14 cursor-pointer items-baseline justify-between gap-2 rounded-field border border-edge/70 bg-base-100 px-4 py-2.5 text-start shadow-near hover:border-primary"
          onClick={() => {
            const heading = document.getElementById(sectionHeadingId(section));
            heading?.scrollIntoView({ block: 'start' });
            heading?.focus({ preventScroll: true });
          }}
        >
          <span className="text-muted">{STATUS_LABELS[section]}</span>
          <span className="tabular text-2xl font-semibold">{counts[section] ?? '…'}</span>
        </button>
      ))}
    </nav>
  );
}
