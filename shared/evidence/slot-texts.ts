const kinds: Readonly<Record<string, string>> = {
  exteriorPhotos: 'Outside',
  interiorPhotos: 'Inside',
  extraPhotos: 'Extra',
}

/** `exteriorPhotos.photo2` → `Outside 2`, `applicantPhoto2` → `Applicant’s 2`. */
export const slotName = (slot: string): string => {
  const [, number] = /^applicantPhoto(\d)$/.exec(slot) ?? []
  if (number) return `Applicant’s ${number}`
  const [kind = '', photo = ''] = slot.split('.')
  return `${kinds[kind] ?? kind} ${photo.replace('photo', '')}`
}

const kindOrder = Object.keys(kinds)
const rankOf = (slot: string): number => kindOrder.indexOf(slot.split('.')[0]!)

/** Of the claim, the report and slots: `Claim, report, Outside 1, 3, Inside 1`. */
export const describePlaces = (places: readonly string[]): string => {
  const inOrder = places.toSorted((one, other) => rankOf(one) - rankOf(other) || (one < other ? -1 : 1))
  const names = inOrder.map(at => (at.includes('.') ? slotName(at) : at))
  const said = names.map((name, index) => {
    const [kind, number] = name.split(' ')
    return number && names[index - 1]?.split(' ')[0] === kind ? number : name
  })
  const line = said.join(', ')
  return `${line.charAt(0).toUpperCase()}${line.slice(1)}`
}

/** Outside first, as one comes to a place. */
export const outsideFirst = <Taken extends { readonly slot: string }>(
  photos: readonly Taken[],
): readonly Taken[] =>
  photos.toSorted((one, other) => rankOf(one.slot) - rankOf(other.slot) || (one.slot < other.slot ? -1 : 1))
