/* On the applicant's page: fills in where the telephone is. Without it the numbers are written by hand. */
const button = document.querySelector('[data-position]')
/** It bears what it may say, in the page's language. */
const status = document.querySelector('[data-looking]')
const input = document.querySelector('#position')

/** By the error's code: https://www.w3.org/TR/geolocation/#position_error_interface */
const failures = { 1: 'denied', 2: 'unknown', 3: 'late' }

const fillIn = ({ coords: { latitude, longitude, accuracy } }) => {
  input.value = `${latitude.toFixed(6)}, ${longitude.toFixed(6)}`
  status.textContent = status.dataset.filled.replace('{metres}', Math.ceil(accuracy))
}

if ('geolocation' in navigator) {
  button.hidden = false
  button.addEventListener('click', () => {
    status.textContent = status.dataset.looking
    navigator.geolocation.getCurrentPosition(
      fillIn,
      ({ code }) => {
        status.textContent = status.dataset[failures[code]]
      },
      { enableHighAccuracy: true, timeout: 20_000, maximumAge: 60_000 },
    )
  })
}
