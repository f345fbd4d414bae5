/** What is loaded with the outlines: one part of the desk, which every page with a map names. */
export { FieldworkNumbers, PlaceHeading } from '../fieldwork/numbers.tsx'
export { Areas } from '../overview/areas.tsx'
