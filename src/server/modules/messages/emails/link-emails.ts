import {
  type DeliveryFacts,
  detailLines,
  type EmailTemplate,
  paragraphs,
  shortDate,
  startOf,
  toCustomerOf,
} from '../email';

/** Sent each time a guest asks for their delivery link. */
export const link: EmailTemplate<DeliveryFacts> = ({ appointment, ownerLink }, context) => ({
  to: toCustomerOf(appointment),
  about: `${context.now}:${appointment.id}`,
  subject: `Your delivery link for ${shortDate(appointment)}`,
  lines: paragraphs(
    'Here’s the delivery link you asked for. We’ll send messages about this delivery to this address from now on.',
    detailLines(appointment, context),
    'Anyone with the link can view and pay for the delivery. To change it, you’ll also need the last 4 digits of your phone number.',
  ),
  ownerLink,
});

/** Sent to a guest when someone with the link or its key replaced it. */
export const linkReplaced: EmailTemplate<DeliveryFacts> = ({ appointment, ownerLink }, context) => {
  const { introduction, ...head } = startOf('link-replaced', appointment);
  return {
    ...head,
    to: toCustomerOf(appointment),
    about: `${context.now}:${appointment.id}`,
    lines: paragraphs(
      introduction,
      detailLines(appointment, context),
      'If you didn’t replace it, contact us.',
    ),
    ownerLink,
  };
};

/** Sent to the former address of a guest's delivery when its messages go to another one. */
export const messagesMoved: EmailTemplate<DeliveryFacts> = (
  { appointment, ownerLink },
  context,
) => ({
  to: toCustomerOf(appointment),
  about: `${context.now}:${appointment.id}`,
  subject: 'Messages about your delivery go to a new address',
  lines: paragraphs(
    'Someone asked us to send messages about your delivery to another email address. This is the last one we’ll send here.',
    detailLines(appointment, context),
    'Your link still works. If this wasn’t you, open your delivery and replace the link, or contact us.',
  ),
  ownerLink,
});

/** Sent to a delivery's own address when it moves from a guest to an account. */
export const inAccount: EmailTemplate<DeliveryFacts> = ({ appointment, ownerLink }, context) => ({
  to: toCustomerOf(appointment),
  about: appointment.id,
  subject: 'Your delivery was added to an account',
  lines: paragraphs(
    'You booked this delivery without an account. Someone then signed in on the same browser with your phone number or email address. We added the delivery to that account.',
    detailLines(appointment, context),
    'Your link still opens the delivery. We’ll charge your card only for this delivery.',
    'If this wasn’t you, contact us.',
  ),
  ownerLink,
});
