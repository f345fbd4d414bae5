import { useState } from 'preact/hooks'
import { formatCount, formatMinutes, formatNumber, formatShare } from '../../ui/format.ts'
import { Table } from '../../ui/page.tsx'
import { daysAgo, searchUrl } from '../search/link.ts'
import { Bar, Columns, type OverviewNumbers, Section, WideTable } from './section.tsx'

const productTexts = {
  address: 'Addresses',
  'address-pro': 'Addresses Pro',
  'business-address': 'Business addresses',
  employment: 'Employments',
} as const

const sumOf = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0)

type ProductNumbers = OverviewNumbers['ended'][number]['products'][number]

const ProductCard = (props: ProductNumbers & { readonly days: number }) => {
  const { product, outcomes, medianMinutes, p90Minutes, days } = props
  const whole = sumOf(outcomes.map(({ count }) => count))
  return (
    <div class="product">
      <h3>{productTexts[product]}</h3>
      <p>
        Half within <strong>{formatMinutes(medianMinutes)}</strong>, nine in ten within{' '}
        <strong>{formatMinutes(p90Minutes)}</strong>
      </p>
      <Table caption={`${productTexts[product]}: how they ended`} headings={['Outcome', 'Count', 'Share']}>
        {outcomes.map(({ status, count }) => (
          <tr key={status}>
            <th scope="row">
              <a href={searchUrl({ field: 'outcome', value: status, from: daysAgo(days), to: '' })}>
                {status}
              </a>
              <Bar parts={[{ value: count, look: 'later' }]} whole={whole} />
            </th>
            <td class="number">{formatNumber(count)}</td>
            <td class="number quiet">{formatShare(count, whole)}</td>
          </tr>
        ))}
      </Table>
    </div>
  )
}

const Daily = ({ daily }: Pick<OverviewNumbers, 'daily'>) => (
  <div class="daily">
    <h3>{formatCount(sumOf(daily.map(({ ended }) => ended)), 'verification')} ended in 30 days</h3>
    <Columns values={daily.map(({ ended }) => ended)} look="later" />
    <details>
      <summary>Day by day</summary>
      <WideTable
        caption="Ended, day by day (UTC)"
        headings={['Day', 'Ended', 'Half within']}
        rows={daily
          .map(({ day, ended, medianMinutes }) => [day, ended, formatMinutes(medianMinutes)] as const)
          .toReversed()}
      />
    </details>
  </div>
)

export const Ended = ({ ended, daily }: Pick<OverviewNumbers, 'ended' | 'daily'>) => {
  const [days, setDays] = useState(7)
  const { products } = ended.find(one => one.days === days) ?? ended[0]!
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
      {products.length === 0 && <p class="quiet">Nothing ended in {days} days.</p>}
      <div class="products">
        {products.map(line => (
          <ProductCard key={line.product} days={days} {...line} />
        ))}
      </div>
      <Daily daily={daily} />
    </Section>
  )
}
