import type { WorkItem } from '../../../../../shared/work/contract.ts'
import type { About } from './answers.ts'

export const personOf = ({ applicant }: WorkItem): string =>
  [applicant.firstname, applicant.middlename, applicant.lastname].filter(Boolean).join(' ')

/** Whom or what a visit is about. */
export const aboutOf = (work: WorkItem): About =>
  work.business
    ? { name: work.business.businessName, isBusiness: true }
    : { name: personOf(work), isBusiness: false }

/** One line to know a visit by. */
export const titleOf = ({ place, employer, id }: WorkItem): string => place?.street ?? employer?.name ?? id

/** The rest of an address, in the order of a letter. */
export const areaOf = ({ place }: WorkItem): string =>
  [...new Set([place?.city, place?.lgaName, place?.stateName])].filter(Boolean).join(', ')

/** Opens the telephone's own map there (RFC 5870); what follows is how Android's maps take a search. */
export const mapUrl = (work: WorkItem): string => {
  const { latitude, longitude, street, city } = work.place!
  const search = encodeURIComponent(`${street}, ${city}`)
  return `geo:${latitude},${longitude}?q=${search}`
}
