import { Fragment } from 'preact'
import { callApi } from '../../ui/api.ts'
import { formatCount, formatDay, formatNumber } from '../../ui/format.ts'
import { Page } from '../../ui/page.tsx'
import { QueryView, useQuery } from '../../ui/query.tsx'
import { Back } from '../visit/parts.tsx'

const readQuality = () => callApi('GET /v1/operations/quality', {})
type QualityCounts = Awaited<ReturnType<typeof readQuality>>

const toLines = (quality: QualityCounts): readonly (readonly [name: string, value: string])[] => {
  const { asFound, otherwise, returned, strongFlags, weakFlags, secondVisits, secondVisitsAgree } = quality
  return [
    ['Decided as you found', formatNumber(asFound)],
    ['Decided otherwise', formatNumber(otherwise)],
    ['Came back to you first', formatNumber(returned)],
    ['Flags', `${formatNumber(strongFlags)} strong, ${formatNumber(weakFlags)} weak`],
    ...(secondVisits > 0
      ? [
          [
            'Second visits that agree',
            `${formatNumber(secondVisitsAgree)} of ${formatNumber(secondVisits)}`,
          ] as const,
        ]
      : []),
  ]
}

/** What became of the agent's own reports. */
export const QualityScreen = () => {
  const query = useQuery(readQuality, 'quality')
  return (
    <Page title="How my reports did" isNarrow>
      <QueryView query={query}>
        {quality =>
          quality.decided === 0 ? (
            <p>None of your reports was decided since {formatDay(quality.since)}.</p>
          ) : (
            <>
              <p>
                {formatCount(quality.decided, 'report')} decided since {formatDay(quality.since)}.
              </p>
              <dl class="pairs">
                {toLines(quality).map(([name, value]) => (
                  <Fragment key={name}>
                    <dt>{name}</dt>
                    <dd>{value}</dd>
                  </Fragment>
                ))}
              </dl>
            </>
          )
        }
      </QueryView>
      <p class="quiet">
        A flag is a question about a photo or a place, and not yet a fault. Reports that wait for the office
        are not counted.
      </p>
      <Back to={[]} words="Back to today" />
    </Page>
  )
}
