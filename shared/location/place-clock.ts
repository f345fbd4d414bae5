/** Of every place that is visited: Nigeria has one time zone and no summer time. */
export const visitTimeZone = 'Africa/Lagos'

let formatter: Intl.DateTimeFormat | undefined

/** `2026-11-27 14:05` */
const formatLocal = (at: Date): string => {
  formatter ??= new Intl.DateTimeFormat('sv-SE', {
    timeZone: visitTimeZone,
    dateStyle: 'short',
    timeStyle: 'short',
  })
  return formatter.format(at)
}

/** Day and time at the places that are visited. */
export interface PlaceTime {
  /** `2026-11-27` */
  readonly day: string
  /** Since midnight. */
  readonly minutes: number
  /** 0 is Sunday. */
  readonly weekday: number
}

export const toPlaceTime = (atMs: number): PlaceTime => {
  const [day = '', time = ''] = formatLocal(new Date(atMs)).split(' ')
  const [hours, minutes] = time.split(':')
  return {
    day,
    minutes: Number(hours) * 60 + Number(minutes),
    weekday: new Date(`${day}T00:00:00.000Z`).getUTCDay(),
  }
}
