// Propose the browser's own time zone where the form still has its default.
document.addEventListener("DOMContentLoaded", () => {
  const field = document.querySelector("select[name$=timezone]");
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const untouched = field && field.value === "Europe/Paris" && !document.querySelector(".err");
  if (untouched && [...field.options].some((option) => option.value === zone)) field.value = zone;
});
