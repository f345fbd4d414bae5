import { useState } from 'preact/hooks'
import { formatCount, formatMinutes, formatShare } from '../../ui/format.ts'
import { Bar, Columns, type OverviewNumbers, Section, WideTable } from './section.tsx'

const productTexts = {
  address: 'Addresses',
  'address-pro': 'Addresses Pro',
  'business-address': 'Business addresses',
  employment: 'Employments',
} as const

const ProductCard = ({ line }: { line: OverviewNumbers['ended'][number]['products'][number] }) => {
  const { product, outcomes, medianMinutes, p90Minutes } = line
  const whole = outcomes.reduce((sum, { count }) => sum + count, 0)
  return (
    <div class="product">
      <h3>{productTexts[product]}</h3>
      <p>
        Half within <strong>{formatMinutes(medianMinutes)}</strong>, nine in ten within{' '}
        <strong>{formatMinutes(p90Minutes)}</strong>
      </p>
      <table>
        <caption class="unseen">{productTexts[product]}: how they ended</caption>
        <thead class="unseen">
          <tr>
            <th scope="col">Outcome</th>
            <th scope="col">Count</th>
            <th scope="col">Share</th>
          </tr>
        </thead>
        <tbody>
          {outcomes.map(({ status, count }) => (
            <tr key={status}>
              <th scope="row">
                {status}
                <Bar parts={[{ value: count, look: 'later' }]} whole={whole} />
              </th>
              <td class="number">{count}</td>
              <td class="number quiet">{formatShare(count, whole)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const Daily = ({ daily }: Pick<OverviewNumbers, 'daily'>) => (
  <div class="daily">
    <h3>
      {formatCount(
        daily.reduce((sum, { ended }) => sum + ended, 0),
        'verification',
      )}{' '}
      ended in 30 days
    </h3>
    <Columns values={daily.map(({ ended }) => ended)} look="later" />
    <details>
      <summary>Day by day</summary>
      <WideTable caption="Ended, day by day (UTC)" headings={['Day', 'Ended', 'Half within']}>
        {daily.toReversed().map(({ day, ended, medianMinutes }) => (
          <tr key={day}>
            <th scope="row">{day}</th>
            <td>{ended}</td>
            <td>{formatMinutes(medianMinutes)}</td>
          </tr>
        ))}
      </WideTable>
    </details>
  </div>
)

/** How long it took, and how it ended. */
export const Ended = ({ numbers: { ended, daily } }: { numbers: OverviewNumbers }) => {
  const [days, setDays] = useState(7)
  const shown = ended.find(one => one.days === days) ?? ended[0]!
  return (
    <Section id="ended" title="Turnaround and outcomes">
      <fieldset class="spans">
        <legend class="unseen">Over how long</legend>
        {ended.map(({ days: each }) => (
          <button
            key={each}
            type="button"
            class={each === days ? '' : 'plain'}
            aria-pressed={each === days}
            onClick={() => setDays(each)}
          >
            {each} days
          </button>
        ))}
      </fieldset>
      {shown.products.length === 0 && <p class="quiet">Nothing ended in {days} days.</p>}
      <div class="products">
        {shown.products.map(line => (
          <ProductCard key={line.product} line={line} />
        ))}
      </div>
      <Daily daily={daily} />
    </Section>
  )
}
