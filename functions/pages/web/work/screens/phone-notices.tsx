import { formatTimeSpan } from '../../ui/format.ts'
import { ErrorLine, useMutation } from '../../ui/query.tsx'
import { useClockOffsetMs } from '../capture/clock.ts'
import { sync } from '../queue/sync.ts'
import { savePerson } from '../storage/person.ts'
import { useStorageFault } from '../storage/use-stored.ts'

/** A phone that is farther off is told. */
const wrongClockMs = 120_000

/** What to do about a clock that is wrong: photos carry its time. */
export const ClockNotice = () => {
  const offsetMs = useClockOffsetMs()
  if (Math.abs(offsetMs) <= wrongClockMs) return null
  return (
    <aside class="notice" aria-label="Wrong clock">
      <p>
        This phone’s clock is {formatTimeSpan(Math.abs(offsetMs))} {offsetMs > 0 ? 'slow' : 'fast'}, and your
        photos carry its time. In the phone’s settings, under “Date and time”, let the network set it.
      </p>
      <button type="button" class="plain" onClick={sync}>
        I have set it
      </button>
    </aside>
  )
}

/** Says that the phone stores nothing, and what to do. @param by who is signed in: what is stored to try */
export const StorageNotice = ({ by }: { by: string | undefined }) => {
  const fault = useStorageFault()
  const { isBusy, error, run } = useMutation()
  if (!fault) return null
  const tryAgain = async () => {
    if (by === undefined) return location.reload()
    await savePerson(by)
    sync()
  }
  return (
    <section class="trouble" role="alert" aria-labelledby="storage">
      <h2 id="storage">
        {fault === 'unsaved' ? 'This phone saves nothing now' : 'This phone cannot read what it saved'}
      </h2>
      <p>
        It is full, or its browser may not store anything (a private window). What was saved before is safe.
        What you did last is on this screen only: keep it open.
      </p>
      <p>Delete photos, videos or apps that you do not need. Then try again.</p>
      <button type="button" disabled={isBusy} onClick={() => run(tryAgain)}>
        Try again
      </button>
      <ErrorLine error={error} />
    </section>
  )
}
