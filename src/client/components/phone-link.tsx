import type { ReactNode } from 'react';
import { formatPhone, phoneDigits } from '@/domain/phone';

type PhoneLinkProps = {
  /** As typed. */
  phone: string;
  className?: string;
  /** The number, unless another text is given. */
  children?: ReactNode;
};

/** Calls a phone number. */
export function PhoneLink({ phone, className = 'link', children }: PhoneLinkProps) {
  return (
    <a className={className} href={`tel:${phoneDigits(phone)}`}>
      {children ?? <PhoneText phone={phone} />}
    </a>
  );
}

/** A phone number on one line, in smaller letters where large ones would not fit a narrow screen. */
export function PhoneText({ phone }: { phone: string }) {
  return (
    <span className="tabular inline-block text-[min(1em,6vw)] whitespace-nowrap">
      {formatPhone(phone)}
    </span>
  );
}
