import type { ReactNode } from 'react';
import { formatPhone, phoneDigits } from '@/domain/text';

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
      {children ?? formatPhone(phone)}
    </a>
  );
}
