import { Link } from '@tanstack/react-router';
import { buttonClass } from '@/client/components/button';
import { Icon } from '@/client/components/icon';
import { OTHER_ICONS } from '@/client/components/other-icons';
import { usePageTitle } from '@/client/lib/page-title';
import { CustomerPage } from './-customer-page';

/** Shows the page for every unknown address. */
export function NotFoundPage() {
  usePageTitle('404 Page Not Found');
  return (
    <CustomerPage width="narrow">
      <div className="flex flex-col items-center gap-2 py-12 text-center">
        <span className="mb-2 grid size-16 place-items-center rounded-full tone tone-blue">
          <Icon name={OTHER_ICONS.buoy} size={34} />
        </span>
        <h1 className="text-[min(1.875rem,11vw)] sm:text-4xl">404 Page Not Found</h1>
        <p className="text-muted">There’s nothing here. The page may have moved.</p>
        <Link to="/" className={buttonClass({ variant: 'primary', className: 'mt-4' })}>
          Return to Home
        </Link>
      </div>
    </CustomerPage>
  );
}
