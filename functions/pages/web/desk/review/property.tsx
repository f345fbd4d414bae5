import type { VNode } from 'preact'
import type { Property } from '../../../../../shared/work/contract.ts'
import { describeProperty } from '../../ui/property.ts'
import { DefinitionList } from './definition-list.tsx'

/** What the applicant said of the house with the order, for whoever looks at its photos. */
export const PropertyDetails = ({ house }: { readonly house: Property }): VNode => (
  <section aria-labelledby="house">
    <h2 id="house">The house, as the applicant describes it</h2>
    <DefinitionList of={describeProperty(house)} />
  </section>
)
