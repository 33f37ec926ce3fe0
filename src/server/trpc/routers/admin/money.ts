import {
  accountPaymentSchema,
  billingPagesSchema,
  houseAccountPageSchema,
  houseAccountSchema,
  invoiceNumberSchema,
  issueInvoiceSchema,
  sendInvoiceSchema,
} from '@/domain/account/house-account.schema';
import { recordedDeliverySchema } from '@/domain/appointment/completion.schema';
import { byIdSchema } from '@/domain/fields';
import { deliveryCorrectionSchema } from '@/domain/payment/correction.schema';
import { cashSchema, refundSchema } from '@/domain/payment/refund';
import { waitingMoneySchema } from '@/domain/payment/waiting-money.schema';
import { recordDelivery } from '@/server/modules/deliveries/completion/complete-delivery.usecases';
import { correctDelivery } from '@/server/modules/deliveries/correction/correct-delivery.usecases';
import { listBilling } from '@/server/modules/house-accounts/billing.usecases';
import {
  changeHouseAccount,
  issueInvoice,
  recordAccountPayment,
} from '@/server/modules/house-accounts/house-accounts.usecases';
import { readInvoice } from '@/server/modules/house-accounts/invoice-pdf.usecases';
import { readHouseAccount } from '@/server/modules/house-accounts/read-house-account.usecases';
import { sendInvoice } from '@/server/modules/house-accounts/send-invoice.usecases';
import { listWaitingMoney } from '@/server/modules/payments/balance/open-payments.usecases';
import { sendPayLink } from '@/server/modules/payments/balance/send-pay-link.usecases';
import { readChargeLimits } from '@/server/modules/payments/charges/charge-limits.usecases';
import { readCharges } from '@/server/modules/payments/charges/charges.usecases';
import { recordCash } from '@/server/modules/payments/charges/record-cash.usecases';
import { retryCharge } from '@/server/modules/payments/charges/retry-charge.usecases';
import { readEvidence } from '@/server/modules/payments/disputes/evidence.usecases';
import { readNotices } from '@/server/modules/payments/health/notices.usecases';
import { readPaymentTroubles } from '@/server/modules/payments/health/troubles.usecases';
import { readRefunds, refundDelivery } from '@/server/modules/payments/refunds/refunds.usecases';
import { provable } from '@/server/trpc/confirmed';
import { crewAlways, office, officeAlways, staffAlways } from '@/server/trpc/init';
import { photosLimited } from '@/server/trpc/limits';

/** How staff settle payments. */
export const moneyProcedures = {
  /** A customer's house account, with its invoices and payments. */
  houseAccount: office('payments')
    .input(houseAccountPageSchema)
    .query(({ ctx, input }) => readHouseAccount(ctx, input)),

  changeHouseAccount: office('concessions')
    .input(houseAccountSchema)
    .mutation(({ ctx, input }) => changeHouseAccount(ctx, input)),

  issueInvoice: office('billing')
    .input(issueInvoiceSchema)
    .mutation(({ ctx, input }) => issueInvoice(ctx, input)),

  recordAccountPayment: office('billing')
    .input(accountPaymentSchema)
    .mutation(({ ctx, input }) => recordAccountPayment(ctx, input)),

  /** Emails an invoice or a reminder of it. */
  sendInvoice: office('billing')
    .input(sendInvoiceSchema)
    .mutation(({ ctx, input }) => sendInvoice(ctx, input)),

  /** The next invoices of house accounts, and the overdue ones. */
  billing: office('billing')
    .input(billingPagesSchema)
    .query(({ ctx, input }) => listBilling(ctx, input)),

  /** An invoice as a PDF. */
  invoice: office('payments')
    .input(invoiceNumberSchema)
    .query(({ ctx, input }) => readInvoice(ctx, input)),

  /** All open payments, the oldest first. */
  waitingMoney: office('payments')
    .input(waitingMoneySchema)
    .query(({ ctx, input }) => listWaitingMoney(ctx, input)),

  /** Sends a customer the payment link. */
  sendPayLink: office('customers')
    .input(byIdSchema)
    .mutation(({ ctx, input }) => sendPayLink(ctx, input, ctx.request.address)),

  /** Tries the saved card once more. */
  retryCharge: officeAlways('deliveries')
    .input(byIdSchema)
    .mutation(({ ctx, input }) => retryCharge(ctx, input)),

  /** The requests that Stripe currently refuses, so that no card can be charged. */
  paymentTroubles: officeAlways('payments').query(({ ctx }) => readPaymentTroubles(ctx)),

  /** The warnings that staff need before they rely on this server's payments. */
  notices: staffAlways.query(({ ctx }) => readNotices(ctx)),

  recordCash: officeAlways('concessions')
    .input(cashSchema)
    .mutation(({ ctx, input }) => recordCash(ctx, input)),

  /** All evidence for a delivery and its payment, for the response to a dispute. */
  evidence: office('business')
    .input(byIdSchema)
    .query(({ ctx, input }) => readEvidence(ctx, input)),

  /** The limits above which a person must confirm a total before it's charged. */
  chargeLimits: crewAlways.query(({ ctx }) => readChargeLimits(ctx)),

  /** Refunds the rest or a part. A large amount requires a new proof. */
  refund: officeAlways('concessions')
    .input(refundSchema)
    .mutation(({ ctx, input }) => refundDelivery(provable(ctx), input)),

  /** Records a delivery that was made although its appointment was cancelled. */
  recordDelivery: officeAlways('deliveries')
    .input(recordedDeliverySchema)
    .use(photosLimited)
    .mutation(({ ctx, input }) => recordDelivery(ctx, input)),

  /** The charges of a delivery: its completion, and each correction that raised its total. */
  charges: officeAlways('payments')
    .input(byIdSchema)
    .query(({ ctx, input }) => readCharges(ctx, input)),

  /** Corrects a completed delivery. A lower total is refunded, and a higher one is charged. */
  correctDelivery: officeAlways('concessions')
    .input(deliveryCorrectionSchema)
    .mutation(({ ctx, input }) => correctDelivery(provable(ctx), input)),

  /** The refunds of an appointment, and the amount that can still be refunded. */
  refunds: officeAlways('payments')
    .input(byIdSchema)
    .query(({ ctx, input }) => readRefunds(ctx, input)),
};
