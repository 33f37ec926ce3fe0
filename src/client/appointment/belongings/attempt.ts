import { toastError } from '@/client/components/feedback/toast-store';
import { problemOf } from '@/client/lib/problem';

/** Runs `job`. If it fails, this shows a toast with `title` and resolves to null. */
export async function attempt<T>(title: string, job: () => Promise<T>): Promise<T | null> {
  try {
    return await job();
  } catch (error) {
    toastError(title, problemOf(error).message);
    return null;
  }
}
