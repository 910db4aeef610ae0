// Shows the reference that the page names; reading only, since a page is no place to type a credential into.
const place = document.getElementById('reference');
window.SwaggerUIBundle({
  url: new URL(place.dataset.source, location.href).href,
  domNode: place,
  deepLinking: true,
  docExpansion: 'none',
  defaultModelsExpandDepth: 0,
  filter: true,
  supportedSubmitMethods: [],
  validatorUrl: null,
});
