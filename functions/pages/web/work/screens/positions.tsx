import { lastPlaceDays, recordDays } from '../../../../../shared/table/retention.ts'
import { formatCount } from '../../ui/format.ts'
import { Page } from '../../ui/page.tsx'
import { ErrorLine, useMutation } from '../../ui/query.tsx'
import { saveNoticeRead } from '../storage/person.ts'
import { Back } from '../visit/parts.tsx'

const days = (count: number): string => formatCount(count, 'day')

/** What is noted of where an agent is. */
const Facts = () => (
  <>
    <p>This page notes where you are:</p>
    <ul>
      <li>When you take a visit. This is deleted once the visit is decided.</li>
      <li>
        At each photo, and when you sign: where it was last, also if that was some time before. The office
        compares it with the address and keeps it with the visit, for {days(recordDays)}.
      </li>
      <li>Where you reported last, for {days(lastPlaceDays)}, so that the next visit is near you.</li>
    </ul>
    <p>
      Between visits it notes nothing. It looks where you are only while it is open, to sort the list by
      distance, and forgets it when you close it.
    </p>
    <p>
      You may refuse it in the settings of this browser. Then the list is not sorted by distance, and the
      office asks why your photos have no place.
    </p>
  </>
)

/** Shown after a sign-in, before the page looks where the phone is. */
export const PositionNotice = ({ by }: { by: string }) => {
  const { isBusy, error, run } = useMutation()
  return (
    <Page title="Where you are" isNarrow>
      <Facts />
      <button type="button" disabled={isBusy} onClick={() => run(() => saveNoticeRead(by))}>
        I have read it
      </button>
      <ErrorLine error={error} />
      <Back to={['leave']} words="Sign out" />
    </Page>
  )
}

export const PositionsScreen = () => (
  <Page title="Where you are" isNarrow>
    <Facts />
    <Back to={[]} words="Back to today" />
  </Page>
)
