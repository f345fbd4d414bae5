export const journeys = ['credentials']
export const leftOut: readonly { test: string; why: string }[] = []
